/**
 * The backups that lie in a folder, for the receipt of an erasure to name: they were made before it and
 * hold the words.
 *
 * @module
 */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"

export interface FoundBackup {
  /** Its directory's name. */
  readonly name: string
  /** When it was finished, in milliseconds since 1970. */
  readonly takenAt: number
}

/** The file of a backup that is written last, open or locked. */
const LAST_FILES = ["SHA256SUMS", "backup.age"]

/** By name; undefined where the folder cannot be read. */
export const registeredBackups = (folder: string): ReadonlyArray<FoundBackup> | undefined => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => {
        const takenAt = finishedAt(join(folder, name))
        return takenAt === undefined ? [] : [{ name, takenAt }]
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return undefined
  }
}

const finishedAt = (directory: string): number | undefined => {
  for (const name of LAST_FILES) {
    const found = statSync(join(directory, name), { throwIfNoEntry: false })
    if (found !== undefined) return Math.floor(found.mtimeMs)
  }
  return undefined
}
