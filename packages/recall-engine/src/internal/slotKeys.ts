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
): Effect.Effect<(slot: number) => string, StoreError> =>
  Effect.gen(function* () {
    const missing = slots.filter((slot) => index.keys[slot] === undefined)
    const numbers = [...new Set(missing.map((slot) => Math.floor(slot / PAGE_KEYS)))]
    if (numbers.length > 0) {
      const pages = yield* view.page(
        POSTINGS_SPACE,
        numbers.map((number) => ({ name: KEYS_NAME, number })),
      )
      for (const [i, number] of numbers.entries()) {
        for (const [row, key] of decodeKeyPage(pages[i]).entries()) {
          index.keys[number * PAGE_KEYS + row] = key
        }
      }
    }
    return (slot: number) => index.keys[slot] ?? ""
  })
