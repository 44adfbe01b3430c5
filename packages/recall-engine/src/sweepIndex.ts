/**
 * Takes the words of withdrawn memories out of the postings, each page once for all of them, in steps
 * that leave everything else its turn. Stopped anywhere, it begins again and ends the same.
 *
 * @module
 */
import type { MemoryStore, Owner, Page, StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { clearPages } from "./internal/followIndex.ts"
import { headWrite, POSTINGS_SPACE, readHead } from "./internal/IndexHead.ts"
import { decodeLost, LOST_NAME, makeLost } from "./internal/Lost.ts"
import { type Sweep, sweepOf } from "./internal/planSweep.ts"
import { sweepFound } from "./internal/sweepFound.ts"
import { sweepPages } from "./internal/sweepPages.ts"
import { isInLine, repeatably } from "./internal/sweepStep.ts"
import type { SweepAhead } from "./SweepAhead.ts"

/** Bytes of pages of what was lost that are held together: about a million entries. */
const HELD_BYTES = 4 * 1_024 * 1_024

/** What has been looked for while the memories were withdrawn, by plans of nobody else. */
export interface SoughtAhead extends SweepAhead {
  /** The owner's after the last of those plans. */
  readonly sequence: number
}

/**
 * Answers how many entries were to be swept out, where they were noted by term, or else how many
 * memories. An index that others have left behind may hold words of any memory: it is thrown away, and
 * made anew by the next recall. `ahead` is made use of where it is about just what was lost; whoever
 * gives it has seen that nobody else has written since it was begun.
 */
export const sweepIndex = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  ahead?: SoughtAhead,
): Effect.fn.Return<number, StoreError> {
  if (!store.capabilities.transactionalPages) return 0
  let swept = 0
  for (let isFirst = true; ; isFirst = false) {
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
    if (!isSound) {
      yield* clearIndex(store, owner, () => false)
      continue
    }
    const sweep = sweepOf(lost)
    const isAll = held.length === pages.length && sequence === ahead?.sequence
    yield* isFirst && isAll && isAbout(ahead, sweep)
      ? sweepFound(store, owner, sequence, sweep, held, ahead.found)
      : sweepPages(store, owner, sequence, sweep, held)
  }
})

/** Whether all that was lost is what was looked for, and the other way round. */
const isAbout = ({ slots }: SweepAhead, { terms, lost, emptied }: Sweep): boolean =>
  terms === undefined && lost.size === 0 && Buffer.compare(slots, emptied) === 0

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
