/**
 * Brings an index up to its owner's sequence in steps, each a plan of pages alone: clears what
 * another version left, follows changes made without the deriver, covers slots not yet covered. The
 * pages it ends with are, byte for byte, those the deriver would have written.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import {
  type Change,
  type PageWrite,
  RANGE_LIMIT,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import {
  COLUMNS_NAME,
  type Digests,
  decodeColumnPage,
  type Neighbours,
  PAGE_ROWS,
  setNeighbours,
  setRow,
} from "./ColumnPage.ts"
import {
  COLUMNS_SPACE,
  foreignIndex,
  headWrite,
  type IndexHead,
  indexVersion,
  isSuccessor,
  POSTINGS_SPACE,
  readHead,
} from "./IndexHead.ts"
import type { IndexView } from "./IndexPlace.ts"
import { memoryRow, NO_MOVES, type StatusMoves } from "./memoryRow.ts"
import { digestTerms, digestWords, memoryTerms } from "./memoryTerms.ts"
import { PageEdits } from "./PageEdits.ts"
import { trailNeighbours } from "./trailNeighbours.ts"

/** Slots one step covers, change records one step follows, page names one step clears. */
const STEP = 1_000

/** Whether the index tells the view's state in full; then nothing is to be written. */
export const isComplete = (
  view: View,
  head: IndexHead | undefined,
  version: string,
): Effect.Effect<boolean, StoreError> =>
  head === undefined
    ? Effect.succeed(view.sequence === 0)
    : head.version !== version || head.clearing || head.watermark !== view.sequence
      ? Effect.succeed(false)
      : Effect.map(view.slots("memory"), (slots) => slots === head.covered)

/** The next step's pages; none when the index is complete. `take`: also from an index of any other version. */
export const followIndex = (
  view: IndexView,
  analyser: AnalyserShape,
  take: boolean,
): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> =>
  Effect.gen(function* () {
    const version = indexVersion(analyser.version)
    const head = yield* readHead(view)
    if (yield* isComplete(view, head, version)) return []
    const sequence = view.sequence + view.pagesMove
    const fresh: IndexHead = { version, watermark: sequence, covered: 0, clearing: true }
    // Pages kept beside a store may know more than a store that was put back.
    if (head === undefined || head.watermark > view.sequence) return [headWrite(fresh)]
    if (head.version !== version) {
      if (!take && !isSuccessor(version, head.version)) return yield* foreignIndex("recall")
      return [headWrite(fresh)]
    }
    if (head.clearing) {
      const cleared = yield* clearPages(view)
      const clearing = cleared.length > 0
      return [...cleared, headWrite({ ...head, watermark: sequence, covered: 0, clearing })]
    }
    if (head.watermark < view.sequence) {
      return (yield* followChanges(view, head, analyser)) ?? [headWrite(fresh)]
    }
    return yield* coverSlots(view, head, analyser)
  })

/** An index to be made anew from nothing, whatever there is. */
export const restartIndex = (view: IndexView, analyser: AnalyserShape): PageWrite =>
  headWrite({
    version: indexVersion(analyser.version),
    watermark: view.sequence + view.pagesMove,
    covered: 0,
    clearing: true,
  })

/** Some pages of an index that is no more, to be removed; none when there are none left. */
export const clearPages = (view: View): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> =>
  Effect.gen(function* () {
    const terms = yield* view.pageNames(POSTINGS_SPACE, { limit: STEP })
    const names = terms.length > 0 ? terms : [COLUMNS_NAME]
    const space = terms.length > 0 ? POSTINGS_SPACE : COLUMNS_SPACE
    const pages = yield* view.pages(space, names)
    return pages.flat().map(({ name, number }) => ({ space, name, number, bytes: undefined }))
  })

const coverSlots = (
  view: IndexView,
  head: IndexHead,
  analyser: AnalyserShape,
): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> =>
  Effect.gen(function* () {
    const covered = Math.min(yield* view.slots("memory"), head.covered + STEP)
    const writes = yield* pagesOfSlots(view, analyser, head.covered, covered)
    return [...writes, headWrite({ ...head, covered, watermark: view.sequence + view.pagesMove })]
  })

/** What the pages the view has become when the slots from `from` to `to`, excluded, are added. */
export const pagesOfSlots = (
  view: View,
  analyser: AnalyserShape,
  from: number,
  to: number,
): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> =>
  Effect.gen(function* () {
    const slots = Array.from({ length: to - from }, (_, i) => from + i)
    const records = (yield* view.atSlots("memory", slots)).filter((each) => each !== undefined)
    const edits = new PageEdits()
    const facts = yield* readFacts(view, records)
    for (const record of records) {
      const terms = memoryTerms(analyser, record.attributes)
      const slot = record.slot ?? 0
      edits.setKey(slot, record.key)
      edits.addTerms(slot, terms)
      editRow(edits, record, digestsOf(record, terms), facts)
    }
    return yield* edits.toWrites(view, to)
  })

/** Undefined when the changes cannot be followed, and the index must be made anew. */
const followChanges = (
  view: IndexView,
  head: IndexHead,
  analyser: AnalyserShape,
): Effect.Effect<ReadonlyArray<PageWrite> | undefined, StoreError> =>
  Effect.gen(function* () {
    const changes = yield* changesSince(view, head.watermark)
    const last = changes?.[changes.length - 1]
    if (changes === undefined || last === undefined) return undefined
    const touched = yield* touchedMemories(view, changes, head.covered)
    const held = yield* readRows(view, touched)
    const edits = new PageEdits()
    const facts = yield* readFacts(view, touched)
    for (const record of touched) {
      const digests = digestsOf(record, memoryTerms(analyser, record.attributes))
      // The terms it had are gone with its old words: only a new index forgets them.
      if (digests.termsDigest !== held.get(record.slot ?? -1)?.termsDigest) return undefined
      editRow(edits, record, digests, facts)
    }
    yield* relink(view, edits, touched, changes, head.covered, held)
    const writes = yield* edits.toWrites(view, head.covered)
    const caughtUp = last.sequence === view.sequence
    const watermark = caughtUp ? view.sequence + view.pagesMove : last.sequence
    return [...writes, headWrite({ ...head, watermark })]
  })

const changesSince = (
  view: View,
  sequence: number,
): Effect.Effect<ReadonlyArray<Change> | undefined, StoreError> =>
  view.changes(sequence, Math.min(STEP, RANGE_LIMIT)).pipe(
    Effect.catchIf(
      (error) => error.reason._tag === "Behind",
      () => Effect.succeed(undefined),
    ),
  )

/** Memories in the index that the changes name, or whose status they move. */
const touchedMemories = (
  view: View,
  changes: ReadonlyArray<Change>,
  covered: number,
): Effect.Effect<ReadonlyArray<StoreRecord>, StoreError> =>
  Effect.map(view.get("memory", keysOf(changes)), (records) =>
    records.filter((record) => record !== undefined).filter(({ slot }) => (slot ?? 0) < covered),
  )

const keysOf = (changes: ReadonlyArray<Change>): ReadonlyArray<string> => {
  const keys = new Set<string>()
  for (const { type, key } of changes.flatMap(({ touched }) => touched)) {
    if (type === "memory") keys.add(key)
    if (type === "statusChange") keys.add(key.slice(0, key.lastIndexOf("#")))
  }
  return [...keys]
}

/** Neighbours of whatever moved may have other neighbours now, though nothing touched them. */
const relink = (
  view: View,
  edits: PageEdits,
  touched: ReadonlyArray<StoreRecord>,
  changes: ReadonlyArray<Change>,
  covered: number,
  held: ReadonlyMap<number, Neighbours>,
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const records = (yield* view.get("memory", keysOf(changes))).filter(
      (record) => record !== undefined,
    )
    const now = yield* trailNeighbours(view, records)
    const slots = new Set<number>()
    for (const { previous, next } of [
      ...now.values(),
      ...touched.flatMap((each) => held.get(each.slot ?? -1) ?? []),
    ]) {
      for (const slot of [previous, next]) if (slot >= 0 && slot < covered) slots.add(slot)
    }
    const beside = (yield* view.atSlots("memory", [...slots])).filter((each) => each !== undefined)
    for (const [slot, neighbours] of yield* trailNeighbours(view, beside)) {
      edits.editRow(slot, (rows, at) => setNeighbours(rows, at, neighbours))
    }
  })

interface Facts {
  readonly moves: ReadonlyMap<string, StatusMoves>
  readonly neighbours: ReadonlyMap<number, Neighbours>
}

const readFacts = (
  view: View,
  records: ReadonlyArray<StoreRecord>,
): Effect.Effect<Facts, StoreError> =>
  Effect.all({
    moves: readMoves(
      view,
      records.map(({ key }) => key),
    ),
    neighbours: trailNeighbours(view, records),
  })

const editRow = (
  edits: PageEdits,
  { key, slot = 0, attributes }: StoreRecord,
  digests: Digests,
  { moves, neighbours }: Facts,
): void => {
  const links = neighbours.get(slot) ?? { previous: -1, next: -1 }
  const row = memoryRow(attributes, digests, moves.get(key) ?? NO_MOVES, links)
  edits.editRow(slot, (rows, at) => setRow(rows, at, row))
}

export const digestsOf = ({ attributes }: StoreRecord, terms: ReadonlyArray<string>): Digests => ({
  termsDigest: digestTerms(terms),
  wordsDigest: digestWords(attributes),
})

/** Rows the index holds, by slot. */
const readRows = (view: View, records: ReadonlyArray<StoreRecord>) =>
  Effect.gen(function* () {
    const slots = records.flatMap(({ slot }) => slot ?? [])
    const numbers = [...new Set(slots.map((slot) => Math.floor(slot / PAGE_ROWS)))]
    const pages = yield* view.page(
      COLUMNS_SPACE,
      numbers.map((number) => ({ name: COLUMNS_NAME, number })),
    )
    const rows = new Map(
      numbers.flatMap((number, i) =>
        decodeColumnPage(pages[i]).map((row, at) => [number * PAGE_ROWS + at, row] as const),
      ),
    )
    return rows
  })

/** How often each memory's status moved, round by round: the n-th move of a memory is `key#n`. */
export const readMoves = (
  view: View,
  memories: ReadonlyArray<string>,
): Effect.Effect<ReadonlyMap<string, StatusMoves>, StoreError> =>
  Effect.gen(function* () {
    const moves = new Map<string, StatusMoves>()
    let keys = memories
    for (let changes = 1; keys.length > 0; changes++) {
      const round = yield* view.get(
        "statusChange",
        keys.map((key) => `${key}#${changes}`),
      )
      const moved = round.filter((record) => record !== undefined)
      for (const { attributes } of moved) {
        moves.set(String(attributes.memory), { changes, changedAt: Number(attributes.at) })
      }
      keys = moved.map(({ attributes }) => String(attributes.memory))
    }
    return moves
  })
