/**
 * Keys by slot, read page by page and kept: a key never changes.
 *
 * @module
 */
import type { StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { POSTINGS_SPACE } from "./IndexHead.ts"
import { decodeKeyPage, KEYS_NAME, PAGE_KEYS } from "./KeyPage.ts"
import type { OwnerIndex } from "./OwnerIndex.ts"

/** Answers a lookup good for these slots. */
export const readKeys = (
  index: OwnerIndex,
  view: View,
  slots: ReadonlyArray<number>,
): Effect.Effect<(slot: number) => string, StoreError> => {
  const keyOf = (slot: number): string => index.keys[slot] ?? ""
  const missing = slots.filter((slot) => index.keys[slot] === undefined)
  if (missing.length === 0) return Effect.succeed(keyOf)
  const numbers = [...new Set(missing.map((slot) => Math.floor(slot / PAGE_KEYS)))]
  const batches = Array.from({ length: Math.ceil(numbers.length / BATCH_PAGES) }, (_, i) =>
    numbers.slice(i * BATCH_PAGES, (i + 1) * BATCH_PAGES),
  )
  return Effect.as(
    Effect.forEach(batches, (batch) => readBatch(index, view, batch), { discard: true }),
    keyOf,
  )
}

/**
 * Pages asked for at once: the keys of eight thousand memories, a few milliseconds' work. Very many are
 * wanted where very many memories are equal but for their keys.
 */
const BATCH_PAGES = 128

const readBatch = (
  index: OwnerIndex,
  view: View,
  numbers: ReadonlyArray<number>,
): Effect.Effect<void, StoreError> => {
  const ids = numbers.map((number) => ({ name: KEYS_NAME, number }))
  return Effect.map(view.page(POSTINGS_SPACE, ids), (pages) => {
    for (const [i, number] of numbers.entries()) {
      for (const [row, key] of decodeKeyPage(pages[i]).entries()) {
        index.keys[number * PAGE_KEYS + row] = key
      }
    }
  })
}
