/**
 * The associations a memory is a member of.
 *
 * @module
 */
import { decodeFacet, texts } from "@reminisce/schema"
import { compareText, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Association } from "./Explanation.ts"
import type { Sight } from "./Sight.ts"

/** One is shown only to an audience that may see every member: its words may be about any of them. */
export const readAssociations = Effect.fnUntraced(function* (
  { view, see }: Sight,
  key: string,
): Effect.fn.Return<ReadonlyArray<Association>, StoreError> {
  const own = yield* view.linked("membership", "member", [{ type: "memory", key }])
  const associations = own.flatMap(({ ends }) => ends.association ?? [])
  if (associations.length === 0) return []
  const members = new Map(associations.map((each) => [each.key, [] as Array<string>]))
  for (const { ends } of yield* view.linked("membership", "association", associations)) {
    members.get(ends.association?.key ?? "")?.push(ends.member?.key ?? "")
  }
  const seen = yield* see([...members.values()].flat())
  const records = yield* view.get("association", [...members.keys()].sort(compareText))
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
