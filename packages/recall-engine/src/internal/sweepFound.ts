/**
 * Sweeps what was lost out of pages that were found while it was being lost.
 *
 * @module
 */
import type {
  FoundPages,
  MemoryStore,
  Owner,
  Page,
  PageWrite,
  StoreError,
  View,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { headWrite, readHead } from "./IndexHead.ts"
import { planFound, type Sweep } from "./planSweep.ts"
import { isInLine, LIMIT, nextLimit, removalsOf, repeatably } from "./sweepStep.ts"

/** Of the pages that were found. Where others write meanwhile, or not all could be found, it ends early. */
export const sweepFound = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  known: number,
  sweep: Sweep,
  held: ReadonlyArray<Page>,
  found: FoundPages,
): Effect.fn.Return<void, StoreError> {
  let limit = LIMIT.first
  let sequence = known
  let waiting: ReadonlyArray<Page> = []
  for (let isLast = false; !isLast; ) {
    while (waiting.length <= limit && !isLast) {
      const more = yield* found.take
      if (more === undefined) return
      isLast = more.length === 0
      waiting = [...waiting, ...more]
    }
    const some = waiting.slice(0, limit)
    waiting = waiting.slice(limit)
    isLast &&= waiting.length === 0
    const before = yield* Clock.currentTimeMillis
    const [base, removed] = [sequence, isLast ? held : []]
    const isDone = yield* repeatably(
      store.update(owner, (view) => decideFound(view, base, sweep, some, removed)),
    )
    if (!isDone) return
    sequence++
    limit = nextLimit(limit, (yield* Clock.currentTimeMillis) - before)
    yield* Effect.yieldNow
  }
})

const decideFound = Effect.fnUntraced(function* (
  view: View,
  base: number,
  sweep: Sweep,
  some: ReadonlyArray<Page>,
  removed: ReadonlyArray<Page>,
): Effect.fn.Return<{ answer: boolean; draft?: { pages: ReadonlyArray<PageWrite> } }, StoreError> {
  const head = yield* readHead(view)
  if (head === undefined || !isInLine(view, head) || view.sequence !== base)
    return { answer: false }
  const writes = yield* planFound(some, sweep)
  const next = headWrite({ ...head, watermark: base + 1 })
  return { answer: true, draft: { pages: [...writes, ...removalsOf(removed), next] } }
})
