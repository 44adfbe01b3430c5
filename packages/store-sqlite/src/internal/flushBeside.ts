/**
 * A large transaction writes the log for long and waits for the disk at its end. Here the disk is
 * given meanwhile what is written already.
 *
 * @module
 */
import * as fs from "node:fs"
import { openLog, synchronise } from "./logFile.ts"

/** Between one flush and the next, in milliseconds. */
const PAUSE_MILLIS = 20

/**
 * Flushes the log of `file` whenever it has been written to, until `work`, which must not be rejected, is over. On Linux
 * alone: there a write that has failed is told to each descriptor of the file by itself, so that no
 * flush here keeps a failure from those whose word for the disk counts.
 */
export const flushBeside = async (file: string, work: Promise<unknown>): Promise<void> => {
  const log = process.platform === "linux" ? openLog(file) : undefined
  if (log === undefined) return
  let isOver = false
  const ended = work.then(() => {
    isOver = true
  })
  try {
    let written = 0
    while (!isOver) {
      const { mtimeMs } = fs.fstatSync(log)
      if (mtimeMs !== written) {
        written = mtimeMs
        await synchronise(log)
      }
      await Promise.race([ended, pause()])
    }
  } catch {
    // Told to SQLite as well: the work fails, or its like.
  } finally {
    fs.closeSync(log)
  }
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MILLIS).unref()
  })
