/**
 * Makes an owner's index anew, each page once: block by block, words analysed between the readings,
 * then trails and moves of status in one walk of their own. The pages are, byte for byte, those the
 * deriver would have written.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import {
  Durability,
  type MemoryStore,
  type Owner,
  type PageWrite,
  type RangeEntry,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { BlockPostings } from "./BlockPostings.ts"
import { clearPages, digestsOf, readMoves } from "./followIndex.ts"
import { headWrite, type IndexHead, indexVersion, POSTINGS_SPACE, readHead } from "./IndexHead.ts"
import { encodeKeyPage, KEYS_NAME, PAGE_KEYS } from "./KeyPage.ts"
import { KeySlots } from "./KeySlots.ts"
import { memoryRow, NO_MOVES, NO_NEIGHBOURS } from "./memoryRow.ts"
import { memoryTerms } from "./memoryTerms.ts"
import { OwnerColumns } from "./OwnerColumns.ts"
import { BLOCK_SLOTS } from "./PostingBlock.ts"

/** What one step takes, and what is held at once. Of no consequence for the pages. */
export interface BuildSteps {
  /** Memories of one reading, pages of one plan, entries of one stretch of a walk: each some milliseconds. */
  readonly memories: number
  readonly pages: number
  readonly entries: number
  /** Entries of postings held at once: a block of very long texts is written in parts. */
  readonly held: number
}

const STEPS: BuildSteps = { memories: 100, pages: 500, entries: 2_000, held: 4_000_000 }

/** Pages of keys in one plan, each of which is many keys. */
const KEY_PAGES = 50

/** How often a walk of the trails is begun anew when memories move while it passes. */
const WALKS = 5

interface Building {
  readonly store: MemoryStore["Service"]
  readonly owner: Owner
  readonly analyser: AnalyserShape
  /** Stands while the index is made. It lags, so that no deriver touches the pages meanwhile. */
  readonly mark: IndexHead
  readonly keys: KeySlots
  readonly columns: OwnerColumns
  readonly steps: BuildSteps
}

/**
 * Answers false, with the rest left to followers, when another process took the index over. Its state
 * on the way is that of an index that is to be cleared, so that it may end anywhere.
 */
export const buildIndex = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  analyser: AnalyserShape,
  steps: BuildSteps = STEPS,
): Effect.fn.Return<boolean, StoreError> {
  let begun = yield* store.update(owner, (view) => decideBeginning(view, analyser))
  while (begun.isClearing) {
    yield* Effect.yieldNow
    begun = yield* store.update(owner, (view) => decideBeginning(view, analyser))
  }
  const { mark, slots, sequence } = begun
  const keys = new KeySlots(slots)
  const columns = new OwnerColumns(slots)
  const building: Building = { store, owner, analyser, mark, keys, columns, steps }
  let plans = 0
  const write = Effect.fnUntraced(function* (pages: ReadonlyArray<PageWrite>) {
    const isOurs = yield* store
      .update(owner, (view) =>
        Effect.map(readHead(view), (head) =>
          isSameHead(head, mark) ? { answer: true, draft: { pages } } : { answer: false },
        ),
      )
      // Until its end the index is one that is to be cleared.
      .pipe(Effect.provideService(Durability, "repeatable"))
    plans++
    yield* Effect.yieldNow
    return isOurs
  })
  for (let from = 0; from < slots; from += BLOCK_SLOTS) {
    const to = Math.min(slots, from + BLOCK_SLOTS)
    if (!(yield* writeBlock(building, from, to, write))) return false
  }
  yield* walkMoves(building)
  if (!(yield* walkTrails(building))) return false
  for (let number = 0; number < columns.pages; number += steps.pages) {
    const count = Math.min(steps.pages, columns.pages - number)
    const pages = Array.from({ length: count }, (_, i) => columns.page(number + i))
    if (!(yield* write(pages))) return false
  }
  return yield* store.update(owner, (view) =>
    Effect.map(readHead(view), (head) => {
      if (!isSameHead(head, mark)) return { answer: false }
      // Plans of others since are followed from their changes.
      const watermark = view.sequence === sequence + plans ? view.sequence + 1 : sequence
      const complete = { ...mark, watermark, covered: slots, clearing: false }
      return { answer: true, draft: { pages: [headWrite(complete)] } }
    }),
  )
})

/** Clears some of what is there, and says where the making begins when nothing is left. */
const decideBeginning = Effect.fnUntraced(function* (view: View, analyser: AnalyserShape) {
  const cleared = yield* clearPages(view)
  const version = indexVersion(analyser.version)
  const mark: IndexHead = { version, watermark: view.sequence, covered: 0, clearing: true }
  const answer = {
    isClearing: cleared.length > 0,
    mark,
    sequence: view.sequence + 1,
    slots: yield* view.slots("memory"),
  }
  return { answer, draft: { pages: [...cleared, headWrite(mark)] } }
})

const isSameHead = (a: IndexHead | undefined, b: IndexHead): boolean =>
  a !== undefined &&
  a.version === b.version &&
  a.watermark === b.watermark &&
  a.covered === b.covered &&
  a.clearing === b.clearing

type Write = (pages: ReadonlyArray<PageWrite>) => Effect.Effect<boolean, StoreError>

/** Postings and keys of the slots from `from` to `to`, excluded, which are all of a block; false when it is not ours any more. */
const writeBlock = Effect.fnUntraced(function* (
  building: Building,
  from: number,
  to: number,
  write: Write,
): Effect.fn.Return<boolean, StoreError> {
  const { store, owner, steps } = building
  const postings = new BlockPostings(from / BLOCK_SLOTS)
  let isFirst = true
  for (let at = from; at < to; at += steps.memories) {
    const slots = Array.from({ length: Math.min(steps.memories, to - at) }, (_, i) => at + i)
    const records = yield* store.read(owner, (view) => view.atSlots("memory", slots))
    for (const [i, record] of records.entries()) addMemory(building, postings, at + i, record)
    yield* Effect.yieldNow
    if (postings.entries < steps.held && at + steps.memories < to) continue
    if (!(yield* writePostings(building, postings, isFirst, write))) return false
    postings.clear()
    isFirst = false
  }
  return yield* writeKeys(building, from, to, write)
})

const addMemory = (
  { analyser, columns, keys }: Building,
  postings: BlockPostings,
  slot: number,
  record: StoreRecord | undefined,
): void => {
  keys.push(record?.key ?? "")
  if (record === undefined) return
  const terms = memoryTerms(analyser, record.attributes)
  postings.add(slot, terms)
  const digests = digestsOf(record, terms)
  columns.set(slot, memoryRow(record.attributes, digests, NO_MOVES, NO_NEIGHBOURS))
}

const writePostings = Effect.fnUntraced(function* (
  { store, owner, steps }: Building,
  postings: BlockPostings,
  isFirst: boolean,
  write: Write,
): Effect.fn.Return<boolean, StoreError> {
  const flush = Effect.fnUntraced(function* (terms: ReadonlyArray<string>) {
    const ids = terms.map((name) => ({ name, number: postings.block }))
    const held = isFirst ? [] : yield* store.read(owner, (view) => view.page(POSTINGS_SPACE, ids))
    return yield* write(terms.map((term, i) => postings.pageOf(term, held[i])))
  })
  let waiting: Array<string> = []
  for (const group of postings.groups()) {
    yield* Effect.yieldNow
    for (let from = 0; from < group.length; ) {
      const some = group.slice(from, from + steps.pages - waiting.length)
      waiting.push(...some)
      from += some.length
      if (waiting.length < steps.pages) continue
      if (!(yield* flush(waiting))) return false
      waiting = []
    }
  }
  return waiting.length === 0 || (yield* flush(waiting))
})

const writeKeys = Effect.fnUntraced(function* (
  { keys }: Building,
  from: number,
  to: number,
  write: Write,
): Effect.fn.Return<boolean, StoreError> {
  let pages: Array<PageWrite> = []
  for (let first = from; first < to; first += PAGE_KEYS) {
    const count = Math.min(PAGE_KEYS, to - first)
    const bytes = encodeKeyPage(Array.from({ length: count }, (_, i) => keys.keyAt(first + i)))
    pages.push({ space: POSTINGS_SPACE, name: KEYS_NAME, number: first / PAGE_KEYS, bytes })
    if (pages.length < KEY_PAGES && first + PAGE_KEYS < to) continue
    if (!(yield* write(pages))) return false
    pages = []
  }
  return true
})

/** Asks for all entries of an index, a stretch at a time, and gives `use` what `ask` made of each. */
const walk = Effect.fnUntraced(function* <A>(
  { store, owner, steps }: Building,
  index: string,
  ask: (view: View, entries: ReadonlyArray<RangeEntry>) => Effect.Effect<A, StoreError>,
  use: (answer: A) => void,
): Effect.fn.Return<void, StoreError> {
  for (let after: RangeEntry | undefined; ; ) {
    const options = { prefix: [], limit: steps.entries, ...(after === undefined ? {} : { after }) }
    const { entries, answer } = yield* store.read(owner, (view) =>
      Effect.flatMap(view.range(index, options), (found) =>
        Effect.map(ask(view, found), (made) => ({ entries: found, answer: made })),
      ),
    )
    use(answer)
    yield* Effect.yieldNow
    after = entries.at(-1)
    if (entries.length < steps.entries) return
  }
})

const walkMoves = (building: Building): Effect.Effect<void, StoreError> =>
  walk(
    building,
    "statusChangeByMemory",
    (view, entries) =>
      readMoves(view, [...new Set(entries.map(({ values }) => String(values[0])))]),
    (moves) => {
      for (const [key, each] of moves) {
        const slot = building.keys.slotOf(key)
        if (slot >= 0) building.columns.setMoves(slot, each)
      }
    },
  )

/**
 * False when memories went on moving between trails, so that the walk met one at two places. One that
 * moved without being met twice is put right by whoever follows its change.
 */
const walkTrails = Effect.fnUntraced(function* (
  building: Building,
): Effect.fn.Return<boolean, StoreError> {
  const { columns, keys } = building
  for (let walks = 0; walks < WALKS; walks++) {
    columns.forgetNeighbours()
    const isSeen = new Uint8Array(columns.count)
    let isTorn = false
    let last: { readonly trail: string; readonly slot: number } | undefined
    const takeAll = (entries: ReadonlyArray<RangeEntry>): void => {
      for (const { values, key } of entries) {
        const slot = keys.slotOf(key)
        // Created meanwhile: whoever covers it makes its neighbours know it.
        if (slot < 0) continue
        if (isSeen[slot] === 1) isTorn = true
        isSeen[slot] = 1
        const trail = String(values[0])
        if (last?.trail === trail) columns.join(last.slot, slot)
        last = { trail, slot }
      }
    }
    yield* walk(building, "memoryByTrail", (_view, entries) => Effect.succeed(entries), takeAll)
    if (!isTorn) return true
  }
  return false
})
