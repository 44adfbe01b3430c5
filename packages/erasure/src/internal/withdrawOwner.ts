/**
 * Empties one owner's memories of a person, a plan at a time. The withdrawal's record is made by the
 * first plan and completed by the last, and each plan also takes what others have written since the
 * one before: what completes it was decided on the very state it completes.
 *
 * @module
 */

import { beginSweep, type SweepAhead, Sweeping, sweepIndex } from "@reminisce/recall-engine"
import { texts } from "@reminisce/schema"
import {
  type Decision,
  Durability,
  type EpochMillis,
  joinDrafts,
  type MemoryStore,
  type Owner,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { addCounts, type ErasureCounts, NO_COUNTS } from "../Receipt.ts"
import type { Erasable } from "./Erasable.ts"
import { changedSince, type Found, findUnredacted, isRedactable } from "./findUnredacted.ts"
import { planRedaction } from "./planRedaction.ts"
import { subjectKey } from "./subjectKey.ts"
import { planRecord, readWithdrawals } from "./withdrawalRecord.ts"

export type Only = "affect" | "persona" | undefined

export interface Withdrawing {
  readonly reference: string
  readonly reason: string
  readonly by: string | undefined
  readonly only: Only
  readonly batch: number
}

export interface OwnerProgress {
  readonly counts: ErasureCounts
  readonly sharedSources: ReadonlySet<string>
}

/** Longest transaction aimed at, in milliseconds: other writers wait for it, and on some stores all else. */
const STEP_MILLIS = 150
/** The first step, and no step is cut smaller. */
const LEAST_BATCH = 100

/** `onProgress` is told after every plan. Nothing is written where nothing is left to withdraw and a record says so. */
export const withdrawOwner = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  erasable: Erasable,
  owner: Owner,
  asked: Withdrawing,
  onProgress: (redacted: number) => Effect.Effect<void>,
): Effect.fn.Return<OwnerProgress, StoreError, Scope.Scope> {
  let counts = NO_COUNTS
  const sharedSources = new Set<string>()
  let batch = Math.min(asked.batch, LEAST_BATCH)
  let state: State = {
    sequence: undefined,
    queue: [],
    after: undefined,
    isListed: false,
    isSwept: false,
    sweeping: "by-term",
    ahead: undefined,
  }
  for (;;) {
    const next = yield* prepare(store, owner, asked, state)
    const before = yield* Clock.currentTimeMillis
    const step = yield* store
      .update(owner, (view, at) => decideStep(view, at, erasable, asked, next, batch))
      .pipe(
        Effect.provideService(Durability, next.isSwept ? "kept" : "repeatable"),
        Effect.provideService(Sweeping, next.sweeping),
      )
    counts = addCounts(counts, step.counts)
    for (const key of step.sharedSources) sharedSources.add(key)
    yield* onProgress(step.counts.memories)
    if (step.next === undefined) return { counts, sharedSources }
    state = step.next
    const took = (yield* Clock.currentTimeMillis) - before
    batch = nextBatch(batch, took, asked.batch)
    yield* Effect.yieldNow
  }
}, Effect.scoped)

/** So that the next step takes about as long as a step should. */
const nextBatch = (batch: number, tookMillis: number, most: number): number => {
  const aimed = Math.round((batch * STEP_MILLIS) / Math.max(1, tookMillis))
  const bounded = Math.min(Math.max(aimed, Math.ceil(batch / 4)), batch * 2)
  return Math.min(most, Math.max(Math.min(LEAST_BATCH, most), bounded))
}

interface State {
  /** The owner's after our last plan; what lies between it and the next view is others'. */
  readonly sequence: number | undefined
  /** Found and not yet redacted. */
  readonly queue: ReadonlyArray<string>
  /** The last memory looked at, in the order of keys. */
  readonly after: string | undefined
  /** Whether all have been looked at. */
  readonly isListed: boolean
  /** Whether the index has lost the words of all that were redacted. */
  readonly isSwept: boolean
  readonly sweeping: Sweeping
  /** What is being looked for in the index meanwhile, as long as nobody else has written. */
  readonly ahead: SweepAhead | undefined
}

/** Looks for more, or, where there is no more, has the index swept. */
const prepare = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  { reference, only }: Withdrawing,
  state: State,
): Effect.fn.Return<State, StoreError, Scope.Scope> {
  if (state.queue.length > 0) return state
  const { ahead, sequence } = state
  if (state.isListed && !state.isSwept) {
    yield* sweepIndex(store, owner, ahead && { ...ahead, sequence: sequence ?? 0 })
    // Should others have written meanwhile, it is about a few memories.
    return { ...state, isSwept: true, sweeping: "by-term", ahead: undefined }
  }
  if (state.isListed) return state
  const found: Found = yield* findUnredacted(store, owner, reference, only, state.after)
  const isThroughout = isMany(found)
  // Only where these are all there are is it worth while.
  const isWhole = isThroughout && found.isLast && sequence === undefined
  return {
    sequence: sequence ?? found.sequence,
    queue: found.keys,
    after: found.after,
    isListed: found.isLast,
    isSwept: false,
    sweeping: isThroughout ? "throughout" : state.sweeping,
    ahead: isWhole ? yield* beginSweep(store, owner, found.slots) : undefined,
  }
})

/** Whether looking through all postings is less work than looking at the words of these. */
const isMany = ({ keys, among }: Found): boolean =>
  keys.length >= MANY && keys.length * SHARE >= among

const MANY = 64
const SHARE = 16

interface Step extends OwnerProgress {
  /** Undefined when the withdrawal is complete here. */
  readonly next: State | undefined
}

const decideStep = Effect.fnUntraced(function* (
  view: View,
  at: EpochMillis,
  erasable: Erasable,
  asked: Withdrawing,
  state: State,
  batch: number,
): Effect.fn.Return<Decision<Step>, StoreError> {
  const subject = yield* subjectKey(view, asked.reference)
  const nothing = { counts: NO_COUNTS, sharedSources: new Set<string>(), next: undefined }
  if (subject === undefined) return { answer: nothing }
  const late = yield* changedSince(view, state.sequence)
  // What changed cannot be told any more: everything is looked at again.
  const queue = late === undefined ? [] : late.length === 0 ? state.queue : union(late, state.queue)
  const taken = queue.slice(0, batch)
  const rest = queue.slice(batch)
  const found = taken.length === 0 ? [] : yield* view.get("memory", taken)
  const records = found
    .filter((record) => record !== undefined)
    .filter((record) => isRedactable(record, asked.only))
    .filter(({ attributes }) => texts(attributes.concerns).includes(subject))
  const hasMore = late === undefined || rest.length > 0 || !state.isListed
  const isLast = !hasMore && records.length === 0 && state.isSwept
  const known = yield* readWithdrawals(view, subject, asked.only)
  const redaction = yield* planRedaction(view, erasable, records, at, asked.by)
  const isNeeded = records.length > 0 || known.open !== undefined || known.completed === undefined
  const record = isNeeded
    ? yield* planRecord(known.open, subject, asked, at, records.length, isLast)
    : {}
  const draft = joinDrafts(redaction.draft, record)
  const isEmpty = !isNeeded || (records.length === 0 && !isLast && known.open !== undefined)
  const next: State | undefined = isLast
    ? undefined
    : {
        sequence: isEmpty ? view.sequence : view.sequence + 1,
        queue: rest,
        isSwept: state.isSwept && records.length === 0,
        sweeping: state.sweeping,
        ahead: view.sequence === state.sequence ? state.ahead : undefined,
        ...(late === undefined
          ? { after: undefined, isListed: false }
          : { after: state.after, isListed: state.isListed }),
      }
  const answer: Step = {
    counts: redaction.counts,
    sharedSources: new Set(redaction.sharedSources),
    next,
  }
  return isEmpty ? { answer } : { answer, draft }
})

const union = (
  some: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
): ReadonlyArray<string> => [...new Set([...some, ...others])]
