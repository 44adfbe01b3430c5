/**
 * One owner's columns held in memory as arrays over its slots, and the scratch space ranking works
 * in. Refreshed by the pages written since it last looked.
 *
 * @module
 */
import type { Page, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { COLUMNS_NAME, makeColumnArrays, PAGE_ROWS, readColumnPage } from "./ColumnPage.ts"
import { type CopyTable, makeCopyTable, noteDigests } from "./copyTable.ts"
import { COLUMNS_SPACE } from "./IndexHead.ts"
import type { IndexView } from "./IndexPlace.ts"
import { BLOCK_SLOTS } from "./PostingBlock.ts"
import { clearPostings, makePostingCache, type PostingCache } from "./PostingCache.ts"
import {
  linkRows,
  makeTrailColumns,
  type Straightened,
  straightenTrails,
  type TrailColumns,
} from "./TrailColumns.ts"
import { isUpdatable, judgeSlots, type VisibleSet } from "./VisibleSet.ts"

/** Besides the columns of the pages: the trails as links between slots. */
export interface Columns extends ReturnType<typeof makeColumnArrays>, TrailColumns {}

/** As a power of two: slots are shifted by this to their stretch. */
export const STRETCH_BITS = 9
export const STRETCH = 1 << STRETCH_BITS

/** Working space, one value a slot. Whoever ranks leaves it as it likes and clears it first. */
export interface Scratch {
  readonly score: Int32Array
  readonly focus: Int32Array
  /** 1 for each stretch of `STRETCH` slots in which there may be a score. */
  readonly scored: Uint8Array
  /** The largest visible score of each stretch, where one was looked for. */
  readonly largest: Int32Array
  /** The largest echo of the term at hand, told from older terms' by its epoch. */
  readonly echo: Int32Array
  /** Decoded slots of the term at hand. */
  readonly hits: Uint32Array
  /** Those of them in trails that are not straight; see `TrailColumns`. */
  readonly crookedHits: Uint32Array
}

export interface OwnerIndex {
  /** The sequence the columns tell; -1 before the first refresh. */
  sequence: number
  /** What the index's pages were at then; see `IndexView`. */
  pagesSequence: number
  slots: number
  /** At least `slots`, and a whole number of posting blocks, so that no decoded slot lies beyond. */
  capacity: number
  columns: Columns
  scratch: Scratch
  epoch: number
  copies: CopyTable
  /** Keys read so far, by slot. */
  keys: Array<string | undefined>
  /** Postings read at `sequence`. */
  postings: PostingCache
  /** Visible sets still good at `sequence`, the latest used last. */
  visible: Map<string, VisibleSet>
  /** Where a first reading in steps began, and how many pages it has taken. */
  begun: Begun | undefined
}

interface Begun {
  readonly sequence: number
  readonly pagesSequence: number
  /** Pages there were. */
  readonly pages: number
  /** Pages taken, and those of them whose trails are straightened. */
  readonly taken: number
  readonly straightened: number
  readonly seen: Straightened
}

export const makeOwnerIndex = (): OwnerIndex => ({
  sequence: -1,
  pagesSequence: 0,
  slots: 0,
  capacity: 0,
  columns: makeColumns(0),
  scratch: makeScratch(0),
  epoch: 0,
  copies: makeCopyTable("opened"),
  keys: [],
  postings: makePostingCache(),
  visible: new Map(),
  begun: undefined,
})

/** Pages that one step takes: the rows of eight thousand memories, a few milliseconds' work. */
const STEP_PAGES = 128
/** Trails are straightened in a tenth of the time. */
const STRAIGHTENED_FOR_ONE = 8

/**
 * Takes some more pages of a large index that is read for the first time, and answers whether to go
 * on. Each step may be a read of its own: what is written meanwhile is taken by the refresh that
 * follows, which looks from where the first step stood. The index must be complete at each step.
 */
export const takeStep = (
  index: OwnerIndex,
  view: IndexView,
  most: number = STEP_PAGES,
): Effect.Effect<boolean, StoreError> =>
  Effect.gen(function* () {
    if (index.sequence >= 0) return false
    const slots = yield* view.slots("memory")
    if (slots <= most * PAGE_ROWS) return false
    if (index.begun === undefined || view.sequence < index.begun.sequence) begin(index, view, slots)
    const { begun } = index
    if (begun === undefined) return false
    const count = Math.min(most, begun.pages - begun.taken)
    if (count <= 0) return straightenSome(index, begun, most * STRAIGHTENED_FOR_ONE)
    const ids = Array.from({ length: count }, (_, i) => ({
      name: COLUMNS_NAME,
      number: begun.taken + i,
    }))
    for (const [i, bytes] of (yield* view.page(COLUMNS_SPACE, ids)).entries()) {
      if (bytes !== undefined) takeRows(index, begun.taken + i, bytes)
      linkPage(index, begun.taken + i)
    }
    index.begun = { ...begun, taken: begun.taken + count }
    return true
  })

const begin = (index: OwnerIndex, view: IndexView, slots: number): void => {
  Object.assign(index, makeOwnerIndex())
  grow(index, slots)
  const { sequence, pagesSequence } = view
  const pages = Math.ceil(slots / PAGE_ROWS)
  const seen = new Uint8Array(index.capacity)
  index.begun = { sequence, pagesSequence, pages, taken: 0, straightened: 0, seen }
}

/** The last steps, for a long index has many trails. Answers whether to go on. */
const straightenSome = (index: OwnerIndex, begun: Begun, most: number): boolean => {
  const { sequence, pagesSequence, taken, straightened, seen } = begun
  const until = Math.min(taken, straightened + most)
  const end = Math.min(index.slots, until * PAGE_ROWS)
  straightenTrails(index.columns, straightened * PAGE_ROWS, end, seen)
  const isDone = until === taken
  if (isDone) Object.assign(index, { sequence, pagesSequence, begun: undefined })
  else index.begun = { ...begun, straightened: until }
  return !isDone
}

/** Brings the columns to the view's sequence; the index itself must be complete there. */
export const refreshOwnerIndex = (
  index: OwnerIndex,
  view: IndexView,
): Effect.Effect<void, StoreError> =>
  Effect.suspend(() => {
    if (view.sequence === index.sequence) return Effect.void
    // A store that went back (a replica that lags, a file put back) is read from the start.
    if (view.sequence < index.sequence) Object.assign(index, makeOwnerIndex())
    clearPostings(index.postings)
    return Effect.map(view.pagesSince(COLUMNS_SPACE, index.pagesSequence), (pages) => {
      takePages(index, pages)
      index.sequence = view.sequence
      index.pagesSequence = view.pagesSequence
    })
  })

/** The stretches of slots in which there may be a score, each as [from, to). Neighbours are joined. */
export const scoredStretches = ({
  scratch,
  slots,
}: OwnerIndex): ReadonlyArray<readonly [from: number, to: number]> => {
  const found: Array<[number, number]> = []
  for (let from = 0, i = 0; from < slots; from += STRETCH, i++) {
    if (scratch.scored[i] !== 1) continue
    const last = found[found.length - 1]
    const to = Math.min(slots, from + STRETCH)
    if (last !== undefined && last[1] === from) last[1] = to
    else found.push([from, to])
  }
  return found
}

const takePages = (index: OwnerIndex, pages: ReadonlyArray<Page>): void => {
  const rows = pages.filter(({ name }) => name === COLUMNS_NAME)
  const last = rows.reduce((most, { number }) => Math.max(most, number), -1)
  grow(index, (last + 1) * PAGE_ROWS)
  for (const { number, bytes } of rows) takeRows(index, number, bytes)
  for (const { number } of rows) linkPage(index, number)
  // Once all are linked, since a trail may lead through several.
  const seen = new Uint8Array(index.capacity)
  for (const { number } of rows)
    straightenTrails(index.columns, number * PAGE_ROWS, rowsEnd(index, number), seen)
  for (const [name, set] of index.visible) {
    if (set.bytes.length < index.capacity || !isUpdatable(set)) index.visible.delete(name)
    else for (const { number } of rows) judgeSlots(index, set, number * PAGE_ROWS, PAGE_ROWS)
  }
}

const takeRows = (index: OwnerIndex, number: number, bytes: Uint8Array): void => {
  const first = number * PAGE_ROWS
  const count = readColumnPage(bytes, index.columns, first)
  index.slots = Math.max(index.slots, first + count)
  noteDigests(index.copies, index.columns.wordsDigest, first, count)
}

const linkPage = (index: OwnerIndex, number: number): void =>
  linkRows(index.columns, number * PAGE_ROWS, rowsEnd(index, number))

const rowsEnd = ({ slots }: OwnerIndex, number: number): number =>
  Math.min(slots, (number + 1) * PAGE_ROWS)

const grow = (index: OwnerIndex, slots: number): void => {
  if (slots <= index.capacity) return
  const wanted = Math.ceil((slots + slots / 4) / BLOCK_SLOTS)
  index.capacity = wanted * BLOCK_SLOTS
  const grown = makeColumns(index.capacity)
  for (const name of Object.keys(grown) as ReadonlyArray<keyof Columns>) {
    grown[name].set(index.columns[name])
  }
  index.columns = grown
  index.scratch = makeScratch(index.capacity)
  index.epoch = 0
}

const makeColumns = (capacity: number): Columns => ({
  ...makeColumnArrays(capacity),
  ...makeTrailColumns(capacity),
})

const makeScratch = (capacity: number): Scratch => ({
  score: new Int32Array(capacity),
  focus: new Int32Array(capacity),
  scored: new Uint8Array(Math.ceil(capacity / STRETCH)),
  largest: new Int32Array(Math.ceil(capacity / STRETCH)),
  echo: new Int32Array(capacity),
  hits: new Uint32Array(capacity),
  crookedHits: new Uint32Array(capacity),
})
