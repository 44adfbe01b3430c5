/**
 * Sweeps what was lost out of the pages that views are asked for, in the order of their terms.
 *
 * @module
 */
import type { MemoryStore, Owner, Page, PageWrite, StoreError, View } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { headWrite, POSTINGS_SPACE, readHead } from "./IndexHead.ts"
import { decodeLost, LOST_NAME, type Lost, makeLost } from "./Lost.ts"
import { type PlannedSweep, planSweep, type Sweep, sweepOf } from "./planSweep.ts"
import { isInLine, LIMIT, nextLimit, removalsOf, repeatably } from "./sweepStep.ts"

/** `known`: the sequence at which `held` were all that was lost. */
export const sweepPages = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  known: number,
  sweep: Sweep,
  held: ReadonlyArray<Page>,
): Effect.fn.Return<void, StoreError> {
  let limit = LIMIT.first
  let state: Progress = { sweep, sequence: known, after: undefined }
  for (;;) {
    const before = yield* Clock.currentTimeMillis
    const from = state
    const step = yield* repeatably(
      store.update(owner, (view) => decideSweep(view, from, limit, held)),
    )
    // Swept by another, left behind meanwhile, or done: the caller looks again.
    if (step === undefined) return
    state = step
    limit = nextLimit(limit, (yield* Clock.currentTimeMillis) - before)
    yield* Effect.yieldNow
  }
})

interface Progress {
  readonly sweep: Sweep
  /** The owner's after our last plan. */
  readonly sequence: number
  /** The last term that is done. */
  readonly after: string | undefined
}

/** Answers undefined where there is no more to be done with `held`. */
const decideSweep = Effect.fnUntraced(function* (
  view: View,
  progress: Progress,
  limit: number,
  held: ReadonlyArray<Page>,
): Effect.fn.Return<
  { answer: Progress | undefined; draft?: { pages: ReadonlyArray<PageWrite> } },
  StoreError
> {
  const head = yield* readHead(view)
  if (head === undefined || !isInLine(view, head)) return { answer: undefined }
  const sweep =
    view.sequence === progress.sequence
      ? progress.sweep
      : yield* withWhatIsKeptNow(view, progress.sweep, held)
  if (sweep === undefined) return { answer: undefined }
  const { writes, after }: PlannedSweep = yield* planSweep(view, sweep, progress.after, limit)
  const removed = after === undefined ? removalsOf(held) : []
  const sequence = view.sequence + 1
  const next = headWrite({ ...head, watermark: sequence })
  return {
    answer: after === undefined ? undefined : { sweep, sequence, after },
    draft: { pages: [...writes, ...removed, next] },
  }
})

/** Others have written: they may have given a memory words again, or have done what we are about to do. */
const withWhatIsKeptNow = Effect.fnUntraced(function* (
  view: View,
  sweep: Sweep,
  held: ReadonlyArray<Page>,
): Effect.fn.Return<Sweep | undefined, StoreError> {
  const now = (yield* view.pages(POSTINGS_SPACE, [LOST_NAME])).flat()
  const numbers = new Set(now.map(({ number }) => number))
  if (!held.every(({ number }) => numbers.has(number))) return undefined
  const lost: Lost = makeLost()
  for (const { bytes } of now) if (decodeLost(bytes, lost) === undefined) return undefined
  return { ...sweep, kept: sweepOf(lost).kept }
})
