/**
 * What a writer says of a memory by links, as text: its sources in their order, what it is derived from,
 * and whom it names with which scope. Two memories whose records and links say the same are one write.
 *
 * @module
 */
import type { NewMemory } from "@reminisce/schema"
import {
  allLinked,
  canonicalSet,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"

/** Of a new memory. */
export const linkedText = ({ sources, derivedFrom, subjects }: NewMemory): string =>
  textOf(
    sources,
    derivedFrom,
    subjects.map(({ ref, consentScope }) => [ref, consentScope]),
  )

const textOf = (
  sources: ReadonlyArray<string>,
  derivedFrom: ReadonlyArray<string>,
  subjects: ReadonlyArray<readonly [reference: string, consentScope: string]>,
): string =>
  JSON.stringify([
    sources,
    canonicalSet(derivedFrom),
    canonicalSet(subjects.map((subject) => JSON.stringify(subject))),
  ])

/** Of stored memories, by their keys. `references`: those of the subjects they concern. */
export const readLinkedTexts = Effect.fnUntraced(function* (
  view: View,
  records: ReadonlyArray<StoreRecord>,
  references: ReadonlyMap<string, string>,
): Effect.fn.Return<ReadonlyMap<string, string>, StoreError> {
  if (records.length === 0) return new Map()
  const citations = yield* allLinked(view, "citation", "citing", records)
  const derivations = yield* allLinked(view, "derivation", "conclusion", records)
  const concerning = yield* allLinked(view, "concerning", "memory", records)
  const cited = [...new Set(citations.flatMap(({ ends }) => ends.cited?.key ?? []))]
  const found = cited.length === 0 ? [] : yield* view.get("source", cited)
  const sources = new Map(
    found.flatMap((source) =>
      source === undefined ? [] : [[source.key, String(source.attributes.reference)] as const],
    ),
  )
  const citationsOf = Map.groupBy(citations, ({ ends }) => ends.citing?.key)
  const derivationsOf = Map.groupBy(derivations, ({ ends }) => ends.conclusion?.key)
  const concerningOf = Map.groupBy(concerning, ({ ends }) => ends.memory?.key)
  const text = (key: string): string =>
    textOf(
      (citationsOf.get(key) ?? [])
        .toSorted((a, b) => Number(a.attributes.ordinal) - Number(b.attributes.ordinal))
        .flatMap(({ ends }) => sources.get(ends.cited?.key ?? "") ?? []),
      (derivationsOf.get(key) ?? []).flatMap(({ ends }) => ends.ground?.key ?? []),
      (concerningOf.get(key) ?? [])
        .filter(({ attributes }) => attributes.inherited !== true)
        .map(({ ends, attributes }) => [
          references.get(ends.subject?.key ?? "") ?? "",
          String(attributes.consentScope),
        ]),
    )
  return new Map(records.map(({ key }) => [key, text(key)]))
})
