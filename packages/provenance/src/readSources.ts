/**
 * The sources a memory cites.
 *
 * @module
 */
import { allLinked, type StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"

/** References, in the order in which they were cited. */
export const readSources = Effect.fnUntraced(function* (
  view: View,
  key: string,
): Effect.fn.Return<ReadonlyArray<string>, StoreError> {
  const citations = yield* allLinked(view, "citation", "citing", [{ type: "memory", key }])
  if (citations.length === 0) return []
  const cited = [...citations]
    .sort((a, b) => Number(a.attributes.ordinal) - Number(b.attributes.ordinal))
    .flatMap(({ ends }) => ends.cited?.key ?? [])
  const sources = yield* view.get("source", cited)
  return sources.flatMap((source) =>
    source === undefined ? [] : String(source.attributes.reference),
  )
})
