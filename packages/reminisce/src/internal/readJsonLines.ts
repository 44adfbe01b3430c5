/**
 * The lines of a file as JSON objects, read piece by piece, so that a file may be larger than memory.
 *
 * @module
 */
import { createReadStream } from "node:fs"
import { Invalid, TooLarge } from "@reminisce/schema"

export interface JsonLine {
  /** From 1. */
  readonly line: number
  readonly parsed: object | Invalid | TooLarge
}

/** What one write may hold at most takes up less, even with every character escaped. */
export const LINE_BYTES = 2 * 1_024 * 1_024

const NEWLINE = 0x0a
const TOO_LARGE = new TooLarge({ field: "line", cap: LINE_BYTES })

/** Groups of up to `most` lines. Empty lines are none, but count. */
export async function* readJsonLines(
  file: string,
  most: number,
): AsyncGenerator<ReadonlyArray<JsonLine>, undefined, undefined> {
  let group: Array<JsonLine> = []
  let line = 0
  let bytes = 0
  let pieces: Array<Uint8Array> = []
  const take = (piece: Uint8Array): void => {
    bytes += piece.length
    if (bytes <= LINE_BYTES) pieces.push(piece)
  }
  const finish = (): void => {
    line++
    const parsed = bytes > LINE_BYTES ? TOO_LARGE : parseLine(Buffer.concat(pieces))
    if (parsed !== undefined) group.push({ line, parsed })
    bytes = 0
    pieces = []
  }
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end))
      finish()
      from = end + 1
      if (group.length < most) continue
      yield group
      group = []
    }
    take(chunk.subarray(from))
  }
  finish()
  if (group.length > 0) yield group
  return undefined
}

/** Undefined for a line of white space. */
const parseLine = (bytes: Uint8Array): object | Invalid | undefined => {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new Invalid({ field: "line", rule: "utf-8" })
  }
  if (text.trim() === "") return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // Told below, as for any text that is no object.
  }
  return new Invalid({ field: "line", rule: "json" })
}
