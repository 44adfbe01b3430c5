/**
 * Makes an owner's index anew, each page once: words analysed between the readings, then trails and
 * moves of status in one walk of their own. The pages are, byte for byte, those the deriver would have
 * written.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import type { MemoryStore, Owner, RangeEntry, StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { clearPages, readMoves } from "./followIndex.ts"
import { headWrite, type IndexHead, indexVersion } from "./IndexHead.ts"
import { type IndexPages, makeIndexPages, type PageSteps } from "./IndexPages.ts"
import { makePagePlace } from "./PagePlace.ts"
import { postingsMakers } from "./PostingsMakers.ts"

/** What one step takes, and what is held at once. Of no consequence for the pages. */
export interface BuildSteps extends PageSteps {
  /** Entries of one stretch of a walk: some milliseconds. */
  readonly entries: number
}

export const STEPS: BuildSteps = {
  memories: 100,
  pages: 500,
  entries: 2_000,
  held: 600_000,
  beside: 2_000,
}

/** How often a walk of the trails is begun anew when memories move while it passes. */
const WALKS = 5

interface Building {
  readonly store: MemoryStore["Service"]
  readonly owner: Owner
  readonly pages: IndexPages
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
  const place = makePagePlace(store, owner, mark)
  const pages = makeIndexPages(place, steps, postingsMakers(analyser, steps.pages))
  const building: Building = { store, owner, pages, steps }
  for (let at = 0; at < slots; at += steps.memories) {
    const some = Array.from({ length: Math.min(steps.memories, slots - at) }, (_, i) => at + i)
    if (!(yield* pages.add(yield* place.memories(some)))) return false
    yield* Effect.yieldNow
  }
  if (!(yield* pages.end)) return false
  yield* walkMoves(building)
  if (!(yield* walkTrails(building))) return false
  if (!(yield* pages.writeColumns)) return false
  // Plans of others since are followed from their changes.
  return yield* place.finish((view) => ({
    ...mark,
    clearing: false,
    covered: slots,
    watermark: view.sequence === sequence + place.plans() ? view.sequence + 1 : sequence,
  }))
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
        const slot = building.pages.keys.slotOf(key)
        if (slot >= 0) building.pages.columns.setMoves(slot, each)
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
  const { columns, keys } = building.pages
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
