/**
 * Takes the words of withdrawn memories out of the postings, each page once for all of them, in steps
 * that leave everything else its turn. Stopped anywhere, it begins again and ends the same.
 *
 * @module
 */
import type { MemoryStore, Owner, PageWrite, StoreError, View } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { clearPages } from "./internal/followIndex.ts"
import { GONE_STEP, GoneSlots, readGone } from "./internal/GoneSlots.ts"
import { headWrite, type IndexHead, POSTINGS_SPACE, readHead } from "./internal/IndexHead.ts"

/** Longest step aimed at, in milliseconds, and how many terms one takes at first, at least and at most. */
const STEP_MILLIS = 40
const TERMS = { first: 250, least: 100, most: 10_000 }

/**
 * Answers how many memories were swept out. An index that others have left behind may hold words of
 * any memory: it is thrown away, and made anew by the next recall.
 */
export const sweepIndex = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
): Effect.fn.Return<number, StoreError> {
  if (!store.capabilities.transactionalPages) return 0
  let swept = 0
  for (;;) {
    const { isBehind, slots } = yield* store.read(owner, readState)
    if (isBehind) {
      while (yield* store.update(owner, decideClearing)) yield* Effect.yieldNow
      continue
    }
    if (slots.length === 0) return swept
    const gone = new GoneSlots(slots)
    for (let i = 0; i < slots.length; i += GONE_STEP) {
      const some = slots.slice(i, i + GONE_STEP)
      const records = yield* store.read(owner, (view) => view.atSlots("memory", some))
      gone.keep(records.filter((record) => record !== undefined))
      yield* Effect.yieldNow
    }
    yield* sweepPages(store, owner, gone)
    swept += slots.length
  }
})

const isInLine = (view: View, head: IndexHead): boolean =>
  !head.clearing && head.watermark === view.sequence

const readState = Effect.fnUntraced(function* (view: View) {
  const head = yield* readHead(view)
  return {
    isBehind: head !== undefined && !isInLine(view, head),
    slots: yield* readGone(view),
  }
})

/** Answers whether there may be more to clear. */
const decideClearing = Effect.fnUntraced(function* (view: View) {
  const head = yield* readHead(view)
  if (head === undefined || isInLine(view, head)) return { answer: false }
  const cleared = yield* clearPages(view)
  const clearing = cleared.length > 0
  const next = { ...head, watermark: view.sequence + 1, covered: 0, clearing }
  return { answer: clearing, draft: { pages: [...cleared, headWrite(next)] } }
})

const sweepPages = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  gone: GoneSlots,
): Effect.fn.Return<void, StoreError> {
  let after: string | undefined
  let limit = TERMS.first
  for (;;) {
    const from = after
    const terms = limit
    const before = yield* Clock.currentTimeMillis
    const step = yield* store.update(owner, (view) => decideSweep(view, gone, from, terms))
    if (step.isLast) return
    after = step.last
    const took = Math.max(1, (yield* Clock.currentTimeMillis) - before)
    const aimed = Math.round((limit * STEP_MILLIS) / took)
    limit = Math.min(TERMS.most, Math.max(TERMS.least, Math.min(aimed, limit * 2)))
    yield* Effect.yieldNow
  }
})

const decideSweep = Effect.fnUntraced(function* (
  view: View,
  gone: GoneSlots,
  after: string | undefined,
  limit: number,
) {
  const head = yield* readHead(view)
  // Left behind meanwhile: the caller looks again.
  if (head === undefined || !isInLine(view, head)) {
    return { answer: { isLast: true, last: undefined } }
  }
  const names = yield* view.pageNames(POSTINGS_SPACE, {
    limit,
    ...(after === undefined ? {} : { after }),
  })
  const isLast = names.length < limit
  const writes: Array<PageWrite> = []
  for (const pages of yield* view.pages(POSTINGS_SPACE, names)) {
    for (const { name, number, bytes } of pages) {
      const write = gone.sweep(name, number, bytes)
      if (write !== undefined) writes.push(write)
    }
  }
  if (isLast) writes.push(...(yield* gone.unmark(view)))
  const answer = { isLast, last: names.at(-1) }
  return writes.length === 0
    ? { answer }
    : {
        answer,
        draft: { pages: [...writes, headWrite({ ...head, watermark: view.sequence + 1 })] },
      }
})
