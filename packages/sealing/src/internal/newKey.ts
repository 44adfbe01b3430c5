/**
 * Keys by chance.
 *
 * @module
 */
import { randomBytes } from "node:crypto"

export const KEY_BYTES = 32

export const newKey = (): Uint8Array => randomBytes(KEY_BYTES)
