/**
 * Lines to a file, through a buffer, with their number of bytes and their SHA-256 kept along.
 *
 * @module
 */
import { createHash, type Hash } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import * as Effect from "effect/Effect"
import type { BackupPlace } from "../BackupError.ts"
import { attempt } from "./files.ts"

/** Characters to gather before writing. */
const CHUNK = 256 * 1024

/** A place in the file to go back to. */
export interface WriterMark {
  readonly bytes: number
  readonly hash: Hash
}

export interface LineWriter {
  /** Lines without their line feeds. */
  readonly write: (lines: ReadonlyArray<string>) => Effect.Effect<void, BackupPlace>
  readonly mark: Effect.Effect<WriterMark, BackupPlace>
  /** Forgets what was written after `mark`. */
  readonly goBack: (mark: WriterMark) => Effect.Effect<void, BackupPlace>
  /** Writes what is left, on to the disk. */
  readonly end: Effect.Effect<{ readonly bytes: number; readonly sha256: string }, BackupPlace>
}

export const makeLineWriter = (handle: FileHandle): LineWriter => {
  let hash = createHash("sha256")
  let bytes = 0
  let waiting = ""
  const flush = Effect.suspend(() => {
    const chunk = Buffer.from(waiting)
    waiting = ""
    hash.update(chunk)
    const at = bytes
    bytes += chunk.length
    return attempt(async () => {
      for (let from = 0; from < chunk.length; ) {
        const { bytesWritten } = await handle.write(chunk, from, chunk.length - from, at + from)
        from += bytesWritten
      }
    })
  })
  return {
    write: (lines) =>
      Effect.suspend(() => {
        for (const line of lines) waiting += `${line}\n`
        return waiting.length < CHUNK ? Effect.void : flush
      }),
    mark: Effect.map(flush, () => ({ bytes, hash: hash.copy() })),
    goBack: (mark) =>
      Effect.suspend(() => {
        waiting = ""
        bytes = mark.bytes
        hash = mark.hash.copy()
        return attempt(() => handle.truncate(mark.bytes))
      }),
    end: Effect.gen(function* () {
      yield* flush
      yield* attempt(() => handle.sync())
      return { bytes, sha256: hash.digest("hex") }
    }),
  }
}
