/**
 * Plans the new memories of one call, in their order: each is kept or refused on its own, and a
 * later one may rest on an earlier one.
 *
 * @module
 */
import type { Memory } from "@reminisce/schema"
import {
  type Decision,
  type Draft,
  type EpochMillis,
  joinDrafts,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Candidate, readKnown } from "./Known.ts"
import { type PlanRefusal, planMemory } from "./planMemory.ts"

/** Items refused at the door are passed through; the answer is aligned with `items`. */
export const planRemember = Effect.fnUntraced(function* <E>(
  view: View,
  items: ReadonlyArray<Result.Result<Candidate, E>>,
  at: EpochMillis,
): Effect.fn.Return<Decision<ReadonlyArray<Result.Result<Memory, E | PlanRefusal>>>, StoreError> {
  const candidates = items.filter(Result.isSuccess).map(({ success }) => success)
  const known = yield* readKnown(view, candidates)
  const answer: Array<Result.Result<Memory, E | PlanRefusal>> = []
  const drafts: Array<Draft> = []
  for (const item of items) {
    if (Result.isFailure(item)) {
      answer.push(Result.fail(item.failure))
      continue
    }
    const planned = yield* Effect.result(planMemory(known, item.success, at))
    if (Result.isFailure(planned)) {
      const { failure } = planned
      // Sealing failed, which is no fault of this item.
      if (failure._tag === "StoreError") return yield* failure
      answer.push(Result.fail(failure))
      continue
    }
    answer.push(Result.succeed(planned.success.memory))
    drafts.push(planned.success.draft)
  }
  return { answer, draft: joinDrafts(...drafts) }
})
