/**
 * The process's standard input as it is, also where Node would show an empty stream in its place.
 *
 * @module
 */
import { createReadStream, fstatSync } from "node:fs"
import type { Readable } from "node:stream"

/** A directory or a block device reads as it does for any program: an error, or its bytes. */
export const standardInput = (): Readable => {
  const kind = fstatSync(0)
  return kind.isDirectory() || kind.isBlockDevice()
    ? createReadStream("", { fd: 0, autoClose: false })
    : process.stdin
}
