/**
 * Replaces, inserts and removes lines of the owner that was written last, in their order.
 *
 * @module
 */
import type { FileHandle } from "node:fs/promises"
import type { StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { BackupPlace } from "../BackupError.ts"
import { attempt } from "./files.ts"
import type { LineWriter, WriterMark } from "./LineWriter.ts"
import { readLines } from "./readLines.ts"
import { comparePlaces, type Place, placeOf } from "./rowOrder.ts"
import type { RowText } from "./rowText.ts"

export interface Line {
  readonly place: Place
  /** Undefined: there is no such row. */
  readonly text: string | undefined
  /** Whether the text says that there is no such row. */
  readonly isGone: boolean
}

interface Merging {
  readonly writer: LineWriter
  readonly handle: FileHandle
  readonly aside: FileHandle
  readonly schema: StoreSchema
  readonly text: RowText
}

/** Bytes to copy at once. */
const CHUNK = 1024 * 1024

/** `lines`: in their order, each place once. `counted` is told of rows that come and go. */
export const mergeLines = Effect.fnUntraced(function* (
  { writer, handle, aside, schema, text }: Merging,
  start: WriterMark,
  lines: ReadonlyArray<Line>,
  counted: (place: Place, by: number) => void,
): Effect.fn.Return<void, BackupPlace> {
  const end = yield* writer.mark
  const length = end.bytes - start.bytes
  yield* attempt(() => copy(handle, start.bytes, aside, length))
  yield* writer.goBack(start)
  let next = 0
  /** The new lines up to a place, or all that are left. */
  const until = (place: Place | undefined): Array<string> => {
    const out: Array<string> = []
    for (; next < lines.length; next++) {
      const line = lines[next]
      if (line === undefined) break
      if (place !== undefined && comparePlaces(line.place, place) > 0) break
      if (line.text !== undefined) {
        out.push(line.text)
        if (!line.isGone) counted(line.place, 1)
      }
    }
    return out
  }
  const isReplaced = (place: Place): boolean => {
    const line = lines[next - 1]
    return line !== undefined && comparePlaces(line.place, place) === 0
  }
  yield* readLines(aside, { from: 0, to: length }, (old) =>
    Effect.suspend(() => {
      const out: Array<string> = []
      for (const line of old) {
        const row = text.toRow(line)
        if (row === undefined || row._tag === "owner") {
          out.push(line)
          continue
        }
        const place = placeOf(schema, row)
        out.push(...until(place))
        if (!isReplaced(place)) out.push(line)
        else if (row._tag !== "gone") counted(place, -1)
      }
      return writer.write(out)
    }),
  )
  yield* writer.write(until(undefined))
})

const copy = async (
  from: FileHandle,
  position: number,
  to: FileHandle,
  length: number,
): Promise<void> => {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(length, 1)))
  for (let at = 0; at < length; ) {
    const { bytesRead } = await from.read(
      buffer,
      0,
      Math.min(buffer.length, length - at),
      position + at,
    )
    if (bytesRead === 0) return
    await to.write(buffer, 0, bytesRead, at)
    at += bytesRead
  }
}
