/**
 * Takes memories' citations away, and with them the sources that nobody else cites.
 *
 * @module
 */
import { RANGE_LIMIT, type Ref, type StoreError, type StoreLink, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { linksOf } from "./linksOf.ts"

export interface PlannedSources {
  readonly unlink: ReadonlyArray<Ref>
  readonly drop: ReadonlyArray<Ref>
  /** Keys of sources that others cite. */
  readonly shared: ReadonlyArray<string>
}

/** Sources of one question. */
const PART = 50

export const planSources = Effect.fnUntraced(function* (
  view: View,
  memories: ReadonlyArray<Ref>,
): Effect.fn.Return<PlannedSources, StoreError> {
  const citations = yield* linksOf(view, "citation", "citing", memories)
  const own = countBySource(citations)
  const drop: Array<Ref> = []
  const shared: Array<string> = []
  const keys = [...own.keys()]
  for (let from = 0; from < keys.length; from += PART) {
    const sources = keys.slice(from, from + PART).map(sourceRef)
    const all = yield* countCitations(view, sources, own)
    for (const source of sources) {
      if ((all.get(source.key) ?? 0) > (own.get(source.key) ?? 0)) shared.push(source.key)
      else drop.push(source)
    }
  }
  return { unlink: citations.map(({ type, key }) => ({ type, key })), drop, shared }
})

const sourceRef = (key: string): Ref => ({ type: "source", key })

const countBySource = (citations: ReadonlyArray<StoreLink>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { ends } of citations) {
    const key = ends.cited?.key ?? ""
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Citations of each source; of one that others cite, one more than its `own` is enough to know. */
const countCitations = Effect.fnUntraced(function* (
  view: View,
  sources: ReadonlyArray<Ref>,
  own: ReadonlyMap<string, number>,
): Effect.fn.Return<ReadonlyMap<string, number>, StoreError> {
  const owned = sources.reduce((sum, { key }) => sum + (own.get(key) ?? 0), 0)
  const most = Math.min(RANGE_LIMIT, 2 * owned + PART)
  const together = yield* view.linked("citation", "cited", sources, { limit: most })
  if (together.length < most) return countBySource(together)
  const counts = new Map<string, number>()
  for (const source of sources) {
    const limit = Math.min(RANGE_LIMIT, (own.get(source.key) ?? 0) + 1)
    const citations = yield* view.linked("citation", "cited", [source], { limit })
    counts.set(source.key, citations.length)
  }
  return counts
})
