/**
 * The server's version, as its manifest has it.
 *
 * @module
 */
import manifest from "../package.json" with { type: "json" }

export const version: string = manifest.version
