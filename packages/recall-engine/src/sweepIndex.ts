/**
 * Takes the words of withdrawn memories out of the postings, each page once for all of them, in steps
 * that leave everything else its turn. Stopped anywhere, it begins again and ends the same.
 *
 * @module
 */
import {
  Durability,
  type MemoryStore,
  type Owner,
  type Page,
  type PageWrite,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { clearPages } from "./internal/followIndex.ts"
import { headWrite, type IndexHead, POSTINGS_SPACE, readHead } from "./internal/IndexHead.ts"
import { decodeLost, LOST_NAME, type Lost, makeLost } from "./internal/Lost.ts"
import { type PlannedSweep, planSweep, type Sweep, sweepOf } from "./internal/planSweep.ts"

/** Longest transaction aimed at, in milliseconds, and how many terms one takes at first, at least and at most. */
const STEP_MILLIS = 150
const TERMS = { first: 200, least: 200, most: 10_000 }
/** Bytes of pages of what was lost that are held together: about a million entries. */
const HELD_BYTES = 4 * 1_024 * 1_024

/**
 * Answers how many entries were to be swept out, where they were noted by term, or else how many
 * memories. An index that others have left behind may hold words of any memory: it is thrown away, and
 * made anew by the next recall.
 */
export const sweepIndex = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
): Effect.fn.Return<number, StoreError> {
  if (!store.capabilities.transactionalPages) return 0
  let swept = 0
  for (;;) {
    const { isBehind, sequence, pages } = yield* store.read(owner, readState)
    if (isBehind) {
      yield* clearIndex(store, owner, isInLine)
      continue
    }
    if (pages.length === 0) return swept
    const held = heldTogether(pages)
    const lost = makeLost()
    let isSound = true
    for (const { bytes } of held) {
      const entries = decodeLost(bytes, lost)
      isSound &&= entries !== undefined
      swept += entries ?? 0
      yield* Effect.yieldNow
    }
    if (isSound) yield* sweepPages(store, owner, sequence, sweepOf(lost), held)
    else yield* clearIndex(store, owner, () => false)
  }
})

const isInLine = (view: View, head: IndexHead): boolean =>
  !head.clearing && head.watermark === view.sequence

const readState = Effect.fnUntraced(function* (view: View) {
  const { sequence } = view
  const head = yield* readHead(view)
  const isBehind = head !== undefined && !isInLine(view, head)
  const [pages = []] = isBehind ? [] : yield* view.pages(POSTINGS_SPACE, [LOST_NAME])
  return { isBehind, sequence, pages }
})

const heldTogether = (pages: ReadonlyArray<Page>): ReadonlyArray<Page> => {
  let room = HELD_BYTES
  return pages.filter(({ bytes }, i) => {
    room -= bytes.length
    return room >= 0 || i === 0
  })
}

/** Removes every page, unless the index is found as it should be. */
const clearIndex = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  isGood: typeof isInLine,
): Effect.fn.Return<void, StoreError> {
  for (let isMore = true; isMore; ) {
    isMore = yield* repeatably(store.update(owner, (view) => decideClearing(view, isGood)))
    yield* Effect.yieldNow
  }
})

/** Answers whether there may be more to clear. */
const decideClearing = Effect.fnUntraced(function* (view: View, isGood: typeof isInLine) {
  const head = yield* readHead(view)
  if (head === undefined || isGood(view, head)) return { answer: false }
  const cleared = yield* clearPages(view)
  const clearing = cleared.length > 0
  const next = { ...head, watermark: view.sequence + 1, covered: 0, clearing }
  return { answer: clearing, draft: { pages: [...cleared, headWrite(next)] } }
})

/** A sweep that a loss of power has undone is done again by whoever asked for it. */
const repeatably = Effect.provideService(Durability, "repeatable")

/** `known`: the sequence at which `held` were all that was lost. */
const sweepPages = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  known: number,
  sweep: Sweep,
  held: ReadonlyArray<Page>,
): Effect.fn.Return<void, StoreError> {
  let limit = TERMS.first
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
    const took = Math.max(1, (yield* Clock.currentTimeMillis) - before)
    const aimed = Math.round((limit * STEP_MILLIS) / took)
    limit = Math.min(TERMS.most, Math.max(TERMS.least, Math.min(aimed, limit * 2)))
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
  const removed =
    after === undefined
      ? held.map(({ name, number }) => ({ space: POSTINGS_SPACE, name, number, bytes: undefined }))
      : []
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
