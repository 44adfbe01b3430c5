/**
 * All files below a directory.
 *
 * @module
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"

export const filesBelow = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
