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
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { clearPages } from "./internal/followIndex.ts"
import { headWrite, type IndexHead, POSTINGS_SPACE, readHead } from "./internal/IndexHead.ts"
import { decodeLost, LOST_NAME, type LostTerms } from "./internal/LostTerms.ts"
import { PageEdits } from "./internal/PageEdits.ts"

/** Longest transaction aimed at, in milliseconds, and how many terms one takes at first, at least and at most. */
const STEP_MILLIS = 150
const TERMS = { first: 150, least: 100, most: 2_000 }
/** Bytes of lost terms that are held together: about a million entries. */
const HELD_BYTES = 4 * 1_024 * 1_024

/**
 * Answers how many entries were to be swept out. An index that others have left behind may hold
 * words of any memory: it is thrown away, and made anew by the next recall.
 */
export const sweepIndex = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
): Effect.fn.Return<number, StoreError> {
  if (!store.capabilities.transactionalPages) return 0
  let swept = 0
  for (;;) {
    const { isBehind, pages } = yield* store.read(owner, readState)
    if (isBehind) {
      yield* clearIndex(store, owner, isInLine)
      continue
    }
    if (pages.length === 0) return swept
    const held = heldTogether(pages)
    const lost: LostTerms = new Map()
    let isSound = true
    for (const { bytes } of held) {
      const entries = decodeLost(bytes, lost)
      isSound &&= entries !== undefined
      swept += entries ?? 0
      yield* Effect.yieldNow
    }
    if (isSound) yield* sweepPages(store, owner, lost, held)
    else yield* clearIndex(store, owner, () => false)
  }
})

const isInLine = (view: View, head: IndexHead): boolean =>
  !head.clearing && head.watermark === view.sequence

const readState = Effect.fnUntraced(function* (view: View) {
  const head = yield* readHead(view)
  const isBehind = head !== undefined && !isInLine(view, head)
  const [pages = []] = isBehind ? [] : yield* view.pages(POSTINGS_SPACE, [LOST_NAME])
  return { isBehind, pages }
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

const sweepPages = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  lost: LostTerms,
  held: ReadonlyArray<Page>,
): Effect.fn.Return<void, StoreError> {
  // Neighbours in the order of names are neighbours in the store.
  const terms = [...lost.keys()].sort()
  let limit = TERMS.first
  for (let from = 0; from < terms.length; ) {
    const some = terms.slice(from, from + limit)
    from += some.length
    const done = from < terms.length ? [] : held
    const before = yield* Clock.currentTimeMillis
    const isSwept = yield* repeatably(
      store.update(owner, (view) => decideSweep(view, lost, some, done)),
    )
    // Left behind meanwhile: the caller looks again.
    if (!isSwept) return
    const took = Math.max(1, (yield* Clock.currentTimeMillis) - before)
    const aimed = Math.round((limit * STEP_MILLIS) / took)
    limit = Math.min(TERMS.most, Math.max(TERMS.least, Math.min(aimed, limit * 2)))
    yield* Effect.yieldNow
  }
})

/** `done`: pages of lost terms of which these are the last. */
const decideSweep = Effect.fnUntraced(function* (
  view: View,
  lost: LostTerms,
  terms: ReadonlyArray<string>,
  done: ReadonlyArray<Page>,
) {
  const head = yield* readHead(view)
  if (head === undefined || !isInLine(view, head)) return { answer: false }
  const edits = new PageEdits()
  for (const term of terms) edits.removeSlots(term, lost.get(term) ?? [])
  const writes = yield* edits.toWrites(view, head.covered)
  const removed = done.map(({ name, number }) => ({
    space: POSTINGS_SPACE,
    name,
    number,
    bytes: undefined,
  }))
  const next = headWrite({ ...head, watermark: view.sequence + 1 })
  return { answer: true, draft: { pages: [...writes, ...removed, next] } }
})
