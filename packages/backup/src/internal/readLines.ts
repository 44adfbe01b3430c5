/**
 * The lines of a file or of a part of it, some at a time, whatever its length.
 *
 * @module
 */
import type { Hash } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import * as Effect from "effect/Effect"
import type { BackupPlace } from "../BackupError.ts"
import { attempt } from "./files.ts"

/** Bytes to read at once. */
const CHUNK = 256 * 1024
/** Longest line, in bytes; a row is far shorter. */
const LONGEST = 64 * 1024 * 1024

const LINE_FEED = 0x0a

export interface Lines {
  readonly from: number
  /** Excluded. */
  readonly to: number
  /** Is given every byte that is read. */
  readonly hash?: Hash
}

export interface LineChunks {
  /** The next whole lines, without their line feeds; undefined at the end, also at one that `isWhole` denies. */
  readonly next: Effect.Effect<ReadonlyArray<string> | undefined, BackupPlace>
  /** After the end: whether the last line was whole and none was too long. */
  readonly isWhole: () => boolean
}

/** Bytes that are not UTF-8 show as replacement characters. */
export const lineChunks = (handle: FileHandle, { from, to, hash }: Lines): LineChunks => {
  const buffer = Buffer.allocUnsafe(CHUNK)
  let rest: Array<Buffer> = []
  let restBytes = 0
  let at = from
  let isBroken = false
  const next: LineChunks["next"] = Effect.gen(function* () {
    while (at < to) {
      const { bytesRead } = yield* attempt(() =>
        handle.read(buffer, 0, Math.min(CHUNK, to - at), at),
      )
      isBroken = bytesRead === 0 || restBytes > LONGEST
      if (isBroken) return undefined
      at += bytesRead
      const chunk = buffer.subarray(0, bytesRead)
      hash?.update(chunk)
      const end = chunk.lastIndexOf(LINE_FEED)
      if (end < 0) {
        restBytes += bytesRead
        rest.push(Buffer.from(chunk))
        continue
      }
      const whole = Buffer.concat([...rest, chunk.subarray(0, end)]).toString()
      rest = [Buffer.from(chunk.subarray(end + 1))]
      restBytes = bytesRead - end - 1
      return whole.split("\n")
    }
    return undefined
  })
  return { next, isWhole: () => !isBroken && restBytes === 0 }
}

/** Runs `use` on all chunks of lines, and answers whether the last line was whole and none was too long. */
export const readLines = <E, R>(
  handle: FileHandle,
  lines: Lines,
  use: (lines: ReadonlyArray<string>) => Effect.Effect<void, E, R>,
): Effect.Effect<boolean, E | BackupPlace, R> =>
  Effect.gen(function* () {
    const chunks = lineChunks(handle, lines)
    for (;;) {
      const chunk = yield* chunks.next
      if (chunk === undefined) return chunks.isWhole()
      yield* use(chunk)
    }
  })
