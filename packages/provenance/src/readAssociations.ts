/**
 * The associations a memory is a member of.
 *
 * @module
 */
import { decodeFacet, texts } from "@reminisce/schema"
import {
  allLinked,
  compareText,
  eachLinked,
  type StoreError,
  type StoreLink,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Association } from "./Explanation.ts"
import type { Sight } from "./Sight.ts"

/** One is shown only to an audience that may see every member: its words may be about any of them. */
export const readAssociations = Effect.fnUntraced(function* (
  sight: Sight,
  key: string,
): Effect.fn.Return<ReadonlyArray<Association>, StoreError> {
  const { view } = sight
  const found: Array<Association> = []
  yield* eachLinked(view, "membership", "member", [{ type: "memory", key }], (own) =>
    Effect.map(readPage(sight, own), (page) => {
      for (const each of page) found.push(each)
    }),
  )
  return found.sort((a, b) => compareText(a.id, b.id))
})

/** Those of some memberships of the memory. */
const readPage = Effect.fnUntraced(function* (
  { view, see }: Sight,
  own: ReadonlyArray<StoreLink>,
): Effect.fn.Return<ReadonlyArray<Association>, StoreError> {
  const associations = own.flatMap(({ ends }) => ends.association ?? [])
  if (associations.length === 0) return []
  const members = new Map(associations.map((each) => [each.key, [] as Array<string>]))
  for (const { ends } of yield* allLinked(view, "membership", "association", associations)) {
    members.get(ends.association?.key ?? "")?.push(ends.member?.key ?? "")
  }
  const seen = yield* see([...members.values()].flat())
  const records = yield* view.get("association", [...members.keys()])
  return records.flatMap((record) => {
    const keys = record === undefined ? undefined : members.get(record.key)
    if (record === undefined || keys === undefined || !keys.every((each) => seen.has(each)))
      return []
    const { facets, reason, recordedAt } = record.attributes
    return [
      {
        id: record.key,
        members: keys,
        facets: texts(facets)
          .map(decodeFacet)
          .sort((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1])),
        ...(typeof reason === "string" ? { reason } : {}),
        recordedAt: Number(recordedAt),
      },
    ]
  })
})
