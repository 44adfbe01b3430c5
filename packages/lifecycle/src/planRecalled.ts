/**
 * Plans the counting of recalls, the one thing that changes a memory's counters.
 *
 * @module
 */
import { NotFound, type Refused } from "@reminisce/schema"
import {
  type Decision,
  type Draft,
  type EpochMillis,
  joinDrafts,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { refuseStrands } from "./reservedAspects.ts"
import { planMove } from "./StatusMove.ts"

/** `keys` are distinct. All are marked or none; a withdrawn memory is passed over and not counted. */
export const planRecalled = Effect.fnUntraced(function* (
  view: View,
  keys: ReadonlyArray<string>,
  at: EpochMillis,
): Effect.fn.Return<Decision<number>, NotFound | Refused | StoreError> {
  const found = yield* view.get("memory", keys)
  const records = found.filter((record) => record !== undefined)
  if (records.length < keys.length) return yield* new NotFound()
  yield* refuseStrands(records)
  const marked = records.filter(({ attributes }) => attributes.status !== "withdrawn")
  const counts: Draft = {
    set: marked.map(({ type, key, attributes }) => ({
      type,
      key,
      attributes: { recallCount: Number(attributes.recallCount) + 1, lastRecalledAt: at },
    })),
  }
  const decayed = marked.filter(({ attributes }) => attributes.status === "inactive")
  const moves = yield* Effect.forEach(decayed, (record) => planMove(view, record, "active", at))
  return {
    answer: marked.length,
    draft: joinDrafts(counts, ...moves.map(({ draft }) => draft)),
  }
})
