/**
 * Empties one owner's memories that were kept for longer than the host allows, a plan at a time. Each
 * is recorded as a redaction is, so that its history says what became of it.
 *
 * @module
 */
import { sweepIndex } from "@reminisce/recall-engine"
import {
  type Decision,
  type EpochMillis,
  Identifiers,
  joinDrafts,
  type MemoryStore,
  type Owner,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { addCounts, type ErasureCounts, NO_COUNTS } from "../Receipt.ts"
import type { Cutoffs } from "../Retention.ts"
import type { CheckedErasure } from "./checkErased.ts"
import { checkErasedKeys } from "./checkErased.ts"
import type { Erasable } from "./Erasable.ts"
import type { ErasedOwner } from "./ErasureTools.ts"
import { dueAmong, forEachDue } from "./findDue.ts"
import { planRedaction } from "./planRedaction.ts"

export interface Retaining {
  readonly cutoffs: Cutoffs
  readonly by: string | undefined
  /** Most memories in one transaction. */
  readonly batch: number
}

export interface RetainedOwner extends ErasedOwner {
  /** What was emptied, read again. */
  readonly verification: CheckedErasure
}

const REASON = "kept for as long as agreed"

/** `onProgress` is told after every plan. */
export const retainOwner = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  erasable: Erasable,
  owner: Owner,
  { batch, by, cutoffs }: Retaining,
  onProgress: (redacted: number) => Effect.Effect<void>,
): Effect.fn.Return<RetainedOwner, StoreError> {
  let counts = NO_COUNTS
  const shared = new Set<string>()
  const emptied: Array<string> = []
  // One that was interrupted may have left words of its memories in the index.
  yield* sweepIndex(store, owner)
  yield* forEachDue(
    store,
    owner,
    cutoffs,
    Effect.fnUntraced(function* (keys) {
      for (let from = 0; from < keys.length; from += batch) {
        const taken = keys.slice(from, from + batch)
        const step = yield* store.update(owner, (view, at) =>
          decideStep(view, at, erasable, taken, cutoffs, by),
        )
        counts = addCounts(counts, step.counts)
        for (const key of step.sharedSources) shared.add(key)
        emptied.push(...step.keys)
        yield* onProgress(step.counts.memories)
        yield* Effect.yieldNow
      }
    }),
  )
  if (emptied.length > 0) yield* sweepIndex(store, owner)
  const verification = yield* checkErasedKeys(store, owner, erasable, emptied)
  return { owner, counts, sharedSources: shared.size, verification }
})

interface Step {
  readonly counts: ErasureCounts
  readonly sharedSources: ReadonlyArray<string>
  readonly keys: ReadonlyArray<string>
}

/** Judged again on the state it commits on. */
const decideStep = Effect.fnUntraced(function* (
  view: View,
  at: EpochMillis,
  erasable: Erasable,
  taken: ReadonlyArray<string>,
  cutoffs: Cutoffs,
  by: string | undefined,
): Effect.fn.Return<Decision<Step>, StoreError> {
  const records = yield* dueAmong(view, yield* view.get("memory", taken), cutoffs)
  const { draft, counts, sharedSources } = yield* planRedaction(view, erasable, records, at, by)
  const keys = records.map(({ key }) => key)
  const answer = { counts, sharedSources, keys }
  if (keys.length === 0) return { answer }
  const identifiers = yield* Identifiers
  const notes = yield* Effect.forEach(keys, (subject) =>
    Effect.map(identifiers.key("w_"), (key) => ({
      type: "withdrawal",
      key,
      attributes: {
        subject,
        reason: REASON,
        startedAt: at,
        completedAt: at,
        redacted: 1,
        ...(by === undefined ? {} : { by }),
      },
    })),
  )
  return { answer, draft: joinDrafts(draft, { create: notes }) }
})
