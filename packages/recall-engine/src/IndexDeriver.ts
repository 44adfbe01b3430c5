/**
 * The deriver of recall's index: every plan, whoever made it, carries the postings, columns and keys
 * that follow from it in the same commit.
 *
 * @module
 */
import { Analyser, type AnalyserShape } from "@reminisce/analyser"
import type { Deriver, PageWrite, Plan, StoreError, View } from "@reminisce/store"
import { Derivers } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { setDigests, setMoves, setOwn } from "./internal/ColumnPage.ts"
import { beginningHead, gatherIndex } from "./internal/gatherIndex.ts"
import {
  COLUMNS_SPACE,
  foreignIndex,
  headWrite,
  type IndexHead,
  indexVersion,
  isSuccessor,
  POSTINGS_SPACE,
  readHead,
} from "./internal/IndexHead.ts"
import {
  isNothing,
  LOST_NAME,
  type Lost,
  lostWrite,
  makeLost,
  noteSlots,
  type SlotsByTerm,
} from "./internal/Lost.ts"
import {
  changedMemories,
  createdMemories,
  isEmptied,
  isWithdrawal,
  type MemoryChange,
  statusMoves,
} from "./internal/memoryChanges.ts"
import {
  inTrail,
  movesColumns,
  ownColumns,
  type StatusMoves,
  setNext,
  setPrevious,
  standAlone,
} from "./internal/memoryRow.ts"
import {
  digestTerms,
  digestWords,
  hasSameWords,
  type MemoryAttributes,
  memoryTerms,
  wordlessTerms,
} from "./internal/memoryTerms.ts"
import { PageEdits } from "./internal/PageEdits.ts"
import { editTrails, type LinkEdit, type TrailPlace } from "./internal/trailLinks.ts"
import { unlinkRows } from "./internal/unlinkRows.ts"
import { Sweeping } from "./Sweeping.ts"

const SPACES: ReadonlyArray<string> = [POSTINGS_SPACE, COLUMNS_SPACE]

/**
 * A deriver for one analyser. A plan under an index another version made is refused with
 * `Unsupported` ("index-version"), unless this version is its successor.
 */
export const makeIndexDeriver = (analyser: AnalyserShape): Deriver => ({
  spaces: SPACES,
  derive: (view, plan) =>
    Effect.gen(function* () {
      // A plan that writes index pages itself is the follower's, and complete.
      if (plan.pages.some(({ space }) => SPACES.includes(space))) return []
      const mine = indexVersion(analyser.version)
      const head = (yield* readHead(view)) ?? firstHead(view, mine)
      if (head === undefined) return []
      if (head.version !== mine) {
        return isSuccessor(mine, head.version) ? [] : yield* foreignIndex("update")
      }
      // An index that lags is brought up by its follower, from the change records.
      if (head.watermark !== view.sequence) return []
      return yield* derivePlan(view, plan, head, analyser)
    }),
  bulk: {
    postponing: [headWrite(beginningHead(analyser))],
    // What another process has taken over, its recalls complete.
    gather: (store, owner) => gatherIndex(store, owner, analyser),
  },
})

/** Gives the stores built with it the index deriver. Provide it to the store's layer. */
export const layerIndexDeriver: Layer.Layer<never, never, Analyser> = Layer.effect(
  Derivers,
  Effect.map(Effect.service(Analyser), (analyser) => [makeIndexDeriver(analyser)]),
)

const firstHead = (view: View, version: string): IndexHead | undefined =>
  view.sequence === 0 ? { version, watermark: 0, covered: 0, clearing: false } : undefined

const derivePlan = (
  view: View,
  plan: Plan,
  head: IndexHead,
  analyser: AnalyserShape,
): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> =>
  Effect.gen(function* () {
    const first = yield* view.slots("memory")
    const created = createdMemories(plan, first)
    const changed = yield* changedMemories(view, plan)
    const covered = head.covered === first && !head.clearing ? first + created.length : head.covered
    const edits = new PageEdits()
    const moves = statusMoves(plan)
    const way = yield* Sweeping
    const isDeferred = way === "throughout" || changed.filter(isWithdrawal).length >= DEFER_FROM
    const isPending = yield* hasPending(view, changed)
    const lost = makeLost()
    for (const [i, change] of [...created, ...changed].entries()) {
      if (i % MEMORIES === MEMORIES - 1) yield* Effect.yieldNow
      if (change.slot >= covered) continue
      const later = isDeferred && isWithdrawal(change) ? lost : undefined
      const moved = moves.get(change.key)
      if (later !== undefined && way === "throughout" && isEmptied(change))
        emptyMemory(edits, change, moved, lost)
      else {
        const terms = editMemory(edits, analyser, change, moved, later?.terms)
        if (isPending && wasWithdrawn(change))
          for (const term of terms) noteSlots(lost.kept, term, [change.slot])
      }
    }
    yield* editLinks(view, edits, created, changed, covered)
    // In the order of their names, as pages are checked the sooner.
    return [
      headWrite({ ...head, covered, watermark: view.sequence + 1 }),
      ...(yield* edits.toWrites(view, covered)),
      ...(isNothing(lost) ? [] : [lostWrite(lost, view.sequence + 1)]),
    ]
  })

/** Memories analysed from one turn of everything else to the next, where the store lets others have theirs. */
const MEMORIES = 50

/**
 * Withdrawals in one plan from which on their words stay in the postings until `sweepIndex`, which
 * writes each page once for all of them. No recall sees them meanwhile.
 */
const DEFER_FROM = 64

const wasWithdrawn = ({ before }: MemoryChange): boolean => before?.status === "withdrawn"

/** Whether what a withdrawn memory is given again is to be told to a sweep that has not ended. */
const hasPending = (
  view: View,
  changed: ReadonlyArray<MemoryChange>,
): Effect.Effect<boolean, StoreError> =>
  changed.some(wasWithdrawn)
    ? Effect.map(view.pages(POSTINGS_SPACE, [LOST_NAME]), (pages) => pages.flat().length > 0)
    : Effect.succeed(false)

/** What it had is not looked at: `lost` says what it keeps of it. */
const emptyMemory = (
  edits: PageEdits,
  { slot, after }: MemoryChange,
  moves: StatusMoves | undefined,
  { emptied, kept }: Lost,
): void => {
  const terms = wordlessTerms(after)
  emptied.push(slot)
  for (const term of terms) noteSlots(kept, term, [slot])
  editColumns(edits, slot, after, moves)
  editDigests(edits, slot, after, terms)
}

/** What the memory loses goes to `later`, if there is one. Answers its terms, none where they are as before. */
const editMemory = (
  edits: PageEdits,
  analyser: AnalyserShape,
  { key, slot, before, after }: MemoryChange,
  moves: StatusMoves | undefined,
  later: SlotsByTerm | undefined,
): ReadonlyArray<string> => {
  editColumns(edits, slot, after, moves)
  if (before !== undefined && hasSameWords(before, after)) return []
  const terms = memoryTerms(analyser, after)
  const known = new Set(before === undefined ? [] : memoryTerms(analyser, before))
  if (before === undefined) edits.setKey(slot, key)
  edits.addTerms(
    slot,
    terms.filter((term) => !known.delete(term)),
  )
  if (later === undefined) edits.removeTerms(slot, known)
  else for (const term of known) noteSlots(later, term, [slot])
  editDigests(edits, slot, after, terms)
  return terms
}

/** But for its words and its neighbours. */
const editColumns = (
  edits: PageEdits,
  slot: number,
  after: MemoryAttributes,
  moves: StatusMoves | undefined,
): void => {
  const own = ownColumns(after)
  edits.editRow(slot, (rows, at) => {
    setOwn(rows, at, own)
    if (moves !== undefined) setMoves(rows, at, movesColumns(moves))
  })
}

const editDigests = (
  edits: PageEdits,
  slot: number,
  after: MemoryAttributes,
  terms: ReadonlyArray<string>,
): void => {
  const digests = { termsDigest: digestTerms(terms), wordsDigest: digestWords(after) }
  edits.editRow(slot, (rows, at) => setDigests(rows, at, digests))
}

/** Neighbours change where a memory enters a trail, leaves one, or moves within it. */
const editLinks = (
  view: View,
  edits: PageEdits,
  created: ReadonlyArray<MemoryChange>,
  changed: ReadonlyArray<MemoryChange>,
  covered: number,
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const moved = changed.filter(({ before, after }) => isElsewhere(before, after))
    const isLeaving = created.every(({ after }) => !inTrail(after)) && moved.every(hasLeft)
    if (isLeaving && moved.every(({ slot }) => slot < covered)) {
      yield* unlinkRows(
        view,
        edits,
        moved.map(({ slot }) => slot),
      )
      return
    }
    const removed = moved.flatMap(({ key, before }) => placeOf(key, before))
    const added = [...created, ...moved].flatMap(({ key, after }) => placeOf(key, after))
    if (removed.length + added.length === 0) return
    for (const { slot } of moved) {
      edits.editRow(slot, standAlone)
    }
    const links = yield* editTrails(view, removed, added)
    const slots = yield* slotsOf(view, links, created)
    for (const [key, link] of links) {
      const slot = slots.get(key)
      if (slot === undefined) continue
      if (link.previous !== undefined)
        edits.editRow(slot, setPrevious(slotOfEnd(slots, link.previous)))
      if (link.next !== undefined) edits.editRow(slot, setNext(slotOfEnd(slots, link.next)))
    }
  })

const hasLeft = ({ after }: MemoryChange): boolean => !inTrail(after)

const isElsewhere = (before: MemoryAttributes | undefined, after: MemoryAttributes): boolean =>
  before?.trail !== after.trail || before?.ordinal !== after.ordinal

const placeOf = (
  key: string,
  attributes: MemoryAttributes | undefined,
): ReadonlyArray<TrailPlace> =>
  attributes !== undefined && inTrail(attributes)
    ? [{ trail: String(attributes.trail), ordinal: Number(attributes.ordinal), key }]
    : []

const slotOfEnd = (slots: ReadonlyMap<string, number>, key: string | null): number =>
  key === null ? -1 : (slots.get(key) ?? -1)

const slotsOf = (
  view: View,
  links: ReadonlyMap<string, LinkEdit>,
  created: ReadonlyArray<MemoryChange>,
): Effect.Effect<ReadonlyMap<string, number>, StoreError> =>
  Effect.gen(function* () {
    const slots = new Map(created.map(({ key, slot }) => [key, slot]))
    const keys = new Set<string>()
    for (const [key, { previous, next }] of links) {
      for (const each of [key, previous, next]) {
        if (typeof each === "string" && !slots.has(each)) keys.add(each)
      }
    }
    if (keys.size > 0) {
      for (const record of yield* view.get("memory", [...keys])) {
        if (record?.slot !== undefined) slots.set(record.key, record.slot)
      }
    }
    return slots
  })
