/**
 * Holds an owner's index against what its memories say: the pages are made once more, in memory, a
 * block at a time, and compared byte for byte. Changes nothing.
 *
 * @module
 */
import { Analyser, type AnalyserShape } from "@reminisce/analyser"
import { MemoryStore, type Owner, quietSpan, type StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { isComplete, pagesOfSlots } from "./internal/followIndex.ts"
import { COLUMNS_SPACE, indexVersion, POSTINGS_SPACE, readHead } from "./internal/IndexHead.ts"
import { LOST_NAME } from "./internal/Lost.ts"
import { BLOCK_SLOTS } from "./internal/PostingBlock.ts"

/**
 * `Behind`: it lags, or another version made it, and the next recall or `reindex` makes it right; or a
 * withdrawal is under way.
 * `Moved`: the owner was written to meanwhile, which says nothing. `Absent`: the store keeps no pages.
 */
export type IndexCheck =
  | { readonly _tag: "Sound" | "Behind" | "Moved" | "Absent" }
  /** So many pages are not what the memories say, are missing, or are there for nothing. */
  | { readonly _tag: "Damaged"; readonly pages: number }

/** Page names asked for at once. */
const NAMES = 1_000

export const checkIndex = Effect.fnUntraced(function* (
  owner: Owner,
): Effect.fn.Return<IndexCheck, StoreError, MemoryStore | Analyser> {
  const store = yield* MemoryStore
  const analyser = yield* Analyser
  if (!store.capabilities.transactionalPages) return { _tag: "Absent" }
  const start = yield* store.read(owner, (view) => lookAt(view, analyser))
  if (!start.isComplete) return { _tag: "Behind" }
  const { sequence, slots } = start
  let damaged = 0
  let expected = 0
  for (let from = 0; from < slots; from += BLOCK_SLOTS) {
    const to = Math.min(slots, from + BLOCK_SLOTS)
    const found = yield* store.read(owner, (view) =>
      view.sequence === sequence
        ? compareBlock(view, analyser, from, to)
        : Effect.succeed(undefined),
    )
    if (found === undefined) return { _tag: "Moved" }
    damaged += found.damaged
    expected += found.expected
  }
  const stored = yield* countPages(store, owner, sequence)
  if (stored === undefined) return { _tag: "Moved" }
  // Those that are missing have been counted as damaged.
  const pages = damaged + Math.max(0, stored - expected)
  return pages === 0 ? { _tag: "Sound" } : { _tag: "Damaged", pages }
}, quietSpan("Recall.checkIndex"))

const lookAt = Effect.fnUntraced(function* (view: View, analyser: AnalyserShape) {
  const version = indexVersion(analyser.version)
  return {
    sequence: view.sequence,
    slots: yield* view.slots("memory"),
    isComplete:
      (yield* isComplete(view, yield* readHead(view), version)) &&
      (yield* view.pages(POSTINGS_SPACE, [LOST_NAME])).flat().length === 0,
  }
})

const compareBlock = Effect.fnUntraced(function* (
  view: View,
  analyser: AnalyserShape,
  from: number,
  to: number,
) {
  const blank: View = {
    ...view,
    page: (_space, ids) => Effect.succeed(ids.map(() => undefined)),
  }
  const writes = yield* pagesOfSlots(blank, analyser, from, to)
  let damaged = 0
  for (const [space, ofSpace] of Map.groupBy(writes, (write) => write.space)) {
    const stored = yield* view.page(space, ofSpace)
    for (const [i, { bytes }] of ofSpace.entries()) {
      const page = stored[i]
      if (bytes === undefined || page === undefined || Buffer.compare(bytes, page) !== 0) damaged++
    }
  }
  return { damaged, expected: writes.length }
})

/** Without the head; undefined when the owner has moved. */
const countPages = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  sequence: number,
): Effect.fn.Return<number | undefined, StoreError> {
  let count = -1
  for (const space of [POSTINGS_SPACE, COLUMNS_SPACE]) {
    for (let after: string | undefined; ; ) {
      const options = { ...(after === undefined ? {} : { after }), limit: NAMES }
      const found = yield* store.read(owner, (view) =>
        Effect.gen(function* () {
          if (view.sequence !== sequence) return undefined
          const names = yield* view.pageNames(space, options)
          return { names, pages: (yield* view.pages(space, names)).flat().length }
        }),
      )
      if (found === undefined) return undefined
      count += found.pages
      after = found.names.at(-1)
      if (found.names.length < NAMES) break
    }
  }
  return Math.max(0, count)
})
