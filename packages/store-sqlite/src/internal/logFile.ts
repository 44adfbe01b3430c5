/**
 * The log's file beside SQLite, which puts no lock on it: it may be opened and closed again, as the
 * database's file may not.
 *
 * @module
 */
import * as fs from "node:fs"

/** A descriptor to be closed by who asks for it; undefined where the log is not to be opened. */
export const openLog = (file: string): number | undefined => {
  try {
    return fs.openSync(`${file}-wal`, "r+")
  } catch {
    return undefined
  }
}

/** Settled when all that the log holds by now is on the disk; rejected where the disk cannot say so. */
export const synchronise = (log: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fs.fdatasync(log, (error) => (error === null ? resolve() : reject(error)))
  })
