/**
 * Takes memories' citations away, and with them the sources that nobody else cites.
 *
 * @module
 */
import { RANGE_LIMIT, type Ref, type StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { linksOf } from "./linksOf.ts"

export interface PlannedSources {
  readonly unlink: ReadonlyArray<Ref>
  readonly drop: ReadonlyArray<Ref>
  /** Keys of sources that others cite. */
  readonly shared: ReadonlyArray<string>
}

export const planSources = Effect.fnUntraced(function* (
  view: View,
  memories: ReadonlyArray<Ref>,
): Effect.fn.Return<PlannedSources, StoreError> {
  const citations = yield* linksOf(view, "citation", "citing", memories)
  const citedBy = Map.groupBy(citations, ({ ends }) => ends.cited?.key ?? "")
  const drop: Array<Ref> = []
  const shared: Array<string> = []
  for (const [key, own] of citedBy) {
    const source = { type: "source", key }
    // One more than these is enough to know, however many cite it.
    const limit = Math.min(RANGE_LIMIT, own.length + 1)
    const all = yield* view.linked("citation", "cited", [source], { limit })
    if (all.length > own.length) shared.push(key)
    else drop.push(source)
  }
  return { unlink: citations.map(({ type, key }) => ({ type, key })), drop, shared }
})
