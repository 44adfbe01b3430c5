/**
 * Reads how the status of many memories has moved.
 *
 * @module
 */
import type { StoreError, StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"

/** Oldest first, by key. In rounds: the n-th move of a memory is `key#n`. */
export const readMoves = Effect.fnUntraced(function* (
  view: View,
  records: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyMap<string, ReadonlyArray<StoreRecord>>, StoreError> {
  const moves = new Map<string, Array<StoreRecord>>()
  let keys = records.map(({ key }) => key)
  for (let ordinal = 1; keys.length > 0; ordinal++) {
    const round = yield* view.get(
      "statusChange",
      keys.map((key) => `${key}#${ordinal}`),
    )
    keys = keys.filter((key, i) => {
      const move = round[i]
      if (move === undefined) return false
      const known = moves.get(key)
      if (known === undefined) moves.set(key, [move])
      else known.push(move)
      return true
    })
  }
  return moves
})
