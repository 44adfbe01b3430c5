/**
 * Entries of declared indexes. Equality and order of every attribute are TypeDB's own; a page of a
 * range costs what its prefix and bounds select, because the server sorts all of that.
 *
 * @module
 */
import type { Value, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import {
  behind,
  comparePrefix,
  makeVariables,
  matchEntries,
  prefixConditions,
} from "./entryQuestion.ts"
import { textLimit } from "./ownerQuestion.ts"
import type { ViewSource } from "./ViewSource.ts"

export const indexReads = ({ layout, ask }: ViewSource): Pick<View, "range" | "count"> => ({
  range: (name, options) => {
    const path = layout.indexes.get(name)
    if (path === undefined) return Effect.succeed([])
    const { prefix, from, to, after, limit } = options
    const isDescending = options.order === "descending"
    const position =
      after === undefined ? -1 : comparePrefix(after.values, prefix) * (isDescending ? -1 : 1)
    if (position > 0) return Effect.succeed([])
    const variables = makeVariables()
    const conditions = [...prefixConditions(path, prefix, variables)]
    const next = path.attributes[prefix.length]
    const place = `$v${prefix.length}`
    if (next !== undefined && from !== undefined)
      conditions.push(`${place} >= ${variables.bind(next, from)};`)
    if (next !== undefined && to !== undefined)
      conditions.push(`${place} < ${variables.bind(next, to)};`)
    if (after !== undefined && position === 0)
      conditions.push(behind(path, prefix.length, after, isDescending ? "<" : ">", variables))
    const direction = isDescending ? "desc" : "asc"
    const names = path.attributes.map((_, i) => `$v${i}`)
    const order = [...names.slice(prefix.length), "$key"].map((each) => `${each} ${direction}`)
    const members = names.map((variable, i) => `"${i}": ${variable}`)
    return Effect.map(
      ask("range", {
        ...variables.row(),
        stages: `${matchEntries(path)} ${conditions.join(" ")} sort ${order.join(", ")};
          limit ${textLimit(limit)}; fetch { "key": $key, ${members.join(", ")} };`,
      }),
      ([found = []]) =>
        found.slice(0, limit).map((each) => ({
          values: names.map((_, i) => each[String(i)] as Value),
          key: String(each.key),
        })),
    )
  },
  count: (name, prefix) => {
    const path = layout.indexes.get(name)
    if (path === undefined) return Effect.succeed(0)
    const variables = makeVariables()
    const conditions = prefixConditions(path, prefix, variables)
    return Effect.map(
      ask("count", {
        ...variables.row(),
        stages: `${matchEntries(path)} ${conditions.join(" ")} reduce $entries = count;
          fetch { "entries": $entries };`,
      }),
      ([found]) => Number(found?.[0]?.entries ?? 0),
    )
  },
})
