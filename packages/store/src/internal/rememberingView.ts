/**
 * A view that asks its store for each record once. Deciding a plan, checking it and deriving its
 * pages read the same records of the same state; only the first of them has to.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { StoreRecord } from "../StoreRecord.ts"
import type { View } from "../View.ts"

/** Most keys remembered, so that a decision that reads very many does not hold them all. */
const MOST = 10_000

type Remembered = Map<string, StoreRecord | undefined>

/** For the time of one plan: `view` must go on showing one state. */
export const rememberingView = (view: View): View => {
  const types = new Map<string, Remembered>()
  let count = 0

  const ask = (
    type: string,
    keys: ReadonlyArray<string>,
    known: Remembered,
  ): Effect.Effect<ReadonlyArray<StoreRecord | undefined>, StoreError> =>
    Effect.map(view.get(type, keys), (records) => {
      types.set(type, known)
      for (let i = 0; i < keys.length && count < MOST; i++) {
        const key = keys[i] ?? ""
        if (known.has(key)) continue
        known.set(key, records[i])
        count++
      }
      return records
    })

  return {
    ...view,
    get: (type, keys) =>
      Effect.suspend(() => {
        const known: Remembered = types.get(type) ?? new Map()
        const unknown = known.size === 0 ? keys : keys.filter((key) => !known.has(key))
        if (unknown.length === keys.length) return ask(type, keys, known)
        if (unknown.length === 0) return Effect.succeed(keys.map((key) => known.get(key)))
        return Effect.map(ask(type, unknown, known), (found) => {
          let next = 0
          const isNew = new Set(unknown)
          return keys.map((key) => (isNew.has(key) ? found[next++] : known.get(key)))
        })
      }),
  }
}
