/**
 * How far an owner's index has come, and by which rules it was made.
 *
 * @module
 */
import type { View } from "@reminisce/store"
import { type PageWrite, StoreError, Unsupported } from "@reminisce/store"
import * as Effect from "effect/Effect"

/** Changes whenever equal memories would give other pages. */
export const ENCODING_VERSION = 2

export const COLUMNS_SPACE = "columns"
export const POSTINGS_SPACE = "postings"
const HEAD = { name: "head", number: 0 } as const

export interface IndexHead {
  /** `ENCODING_VERSION`, a slash, and the analyser's version. */
  readonly version: string
  /** The index tells the state of this sequence, for the slots it covers. */
  readonly watermark: number
  /** Slots 0 to `covered` - 1 are in the index. */
  readonly covered: number
  /** Whether pages of an earlier index are still to be removed. */
  readonly clearing: boolean
}

export const indexVersion = (analyserVersion: string): string =>
  `${ENCODING_VERSION}/${analyserVersion}`

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const headWrite = (head: IndexHead): PageWrite => ({
  space: COLUMNS_SPACE,
  ...HEAD,
  bytes: encoder.encode(
    `${head.watermark} ${head.covered} ${head.clearing ? 1 : 0} ${head.version}`,
  ),
})

export const readHead = (view: View): Effect.Effect<IndexHead | undefined, StoreError> =>
  Effect.map(view.page(COLUMNS_SPACE, [HEAD]), ([bytes]) =>
    bytes === undefined ? undefined : decodeHead(bytes),
  )

const decodeHead = (bytes: Uint8Array): IndexHead | undefined => {
  const found = /^(\d+) (\d+) ([01]) (.*)$/s.exec(decoder.decode(bytes))
  return found === null
    ? undefined
    : {
        watermark: Number(found[1]),
        covered: Number(found[2]),
        clearing: found[3] === "1",
        version: found[4] ?? "",
      }
}

/**
 * Whether `mine` may replace `stored` without being asked: the same in all but its numbers, and
 * these greater. An older process beside a newer one must not take the index back, and another
 * analyser is chosen by `reindex`, not by accident.
 */
export const isSuccessor = (mine: string, stored: string): boolean => {
  if (mine.replace(/\d+/g, "#") !== stored.replace(/\d+/g, "#")) return false
  const numbers = (version: string) => (version.match(/\d+/g) ?? []).map(Number)
  const theirs = numbers(stored)
  for (const [i, number] of numbers(mine).entries()) {
    const other = theirs[i] ?? 0
    if (number !== other) return number > other
  }
  return false
}

/** The index was made by another version, and this one is not its successor: restart, or reindex. */
export const foreignIndex = (operation: string): StoreError =>
  new StoreError({ operation, reason: new Unsupported({ capability: "index-version" }) })
