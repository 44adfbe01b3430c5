/**
 * Makes a new owner's index beside the plans that write its rows, from what they create: nothing is
 * read again, and no index of the store has to be there. The pages are, byte for byte, those the
 * deriver would have written.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import type { Gathering, MemoryStore, Owner, RecordWrite, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { buildIndex, STEPS } from "./buildIndex.ts"
import { type IndexHead, indexVersion } from "./IndexHead.ts"
import { makeIndexPages, type PageSteps, type PostingsMakers } from "./IndexPages.ts"
import { MoveCounts } from "./MoveCounts.ts"
import { inTrail } from "./memoryRow.ts"
import { makePagePlace } from "./PagePlace.ts"
import { postingsMakers } from "./PostingsMakers.ts"
import { TrailOrder } from "./TrailOrder.ts"

/** What an owner's first plan begins with: an index that is to be cleared, so that the making may end anywhere. */
export const beginningHead = (analyser: AnalyserShape): IndexHead => ({
  version: indexVersion(analyser.version),
  watermark: 0,
  covered: 0,
  clearing: true,
})

/** Its first plan must have written `beginningHead`. */
export const gatherIndex = (
  store: MemoryStore["Service"],
  owner: Owner,
  analyser: AnalyserShape,
  steps: PageSteps = STEPS,
  makers: PostingsMakers = postingsMakers(analyser, steps.pages),
): Gathering => {
  const mark = beginningHead(analyser)
  const place = makePagePlace(store, owner, mark)
  const pages = makeIndexPages(place, steps, makers)
  const trails = new TrailOrder()
  const moves = new MoveCounts()
  let told = 0
  /** Whether everything so far has followed from what was told. */
  let isSound = true

  const add = Effect.fnUntraced(function* (
    created: ReadonlyArray<RecordWrite>,
  ): Effect.fn.Return<void, StoreError> {
    told++
    if (!isSound) return
    const memories = created.filter(({ type }) => type === "memory")
    const first = pages.keys.count
    for (const [i, { attributes }] of memories.entries()) {
      if (inTrail(attributes)) trails.add(first + i, String(attributes.trail))
    }
    isSound = memories.length === 0 || (yield* pages.add(memories))
    for (const record of created) {
      if (record.type === "statusChange") isSound &&= moves.add(record, pages.keys)
    }
  })

  const finish = Effect.gen(function* () {
    if (told === 0 || !isSound || !(yield* pages.end)) return false
    if (!moves.apply(pages.columns)) return false
    const { columns, keys } = pages
    const joining = trails.neighbours(
      (slot) => columns.ordinalOf(slot),
      (slot) => keys.keyAt(slot),
      (previous, next) => columns.join(previous, next),
    )
    while (joining.next().done !== true) yield* Effect.yieldNow
    if (!(yield* pages.writeColumns)) return false
    return yield* place.finish((view) => {
      // Whatever else was written to the owner is not in the pages.
      if (view.sequence !== told + place.plans()) return undefined
      const watermark = view.sequence + 1
      return { ...mark, clearing: false, covered: keys.count, watermark }
    })
  })

  const end = Effect.gen(function* () {
    if (!(yield* finish)) yield* buildIndex(store, owner, analyser)
  })
  return { add, end }
}
