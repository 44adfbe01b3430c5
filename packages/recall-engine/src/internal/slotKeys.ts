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
  const ids = numbers.map((number) => ({ name: KEYS_NAME, number }))
  return Effect.map(view.page(POSTINGS_SPACE, ids), (pages) => {
    for (const [i, number] of numbers.entries()) {
      for (const [row, key] of decodeKeyPage(pages[i]).entries()) {
        index.keys[number * PAGE_KEYS + row] = key
      }
    }
    return keyOf
  })
}
