/**
 * Entries of declared indexes.
 *
 * @module
 */
import type { Value, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { countStatement, rangeStatement } from "./rangeStatement.ts"
import type { ViewSource } from "./ViewSource.ts"

export const indexReads = ({ layout, head, ask }: ViewSource): Pick<View, "range" | "count"> => ({
  range: (name, options) => {
    const index = layout.indexes.get(name)
    const statement = index && rangeStatement(index, head.id, options)
    if (statement === undefined) return Effect.succeed([])
    return Effect.map(ask("range", statement), (rows) =>
      rows.map((row) => ({
        values: row.slice(0, -1) as ReadonlyArray<Value>,
        key: String(row.at(-1)),
      })),
    )
  },
  count: (name, prefix) => {
    const index = layout.indexes.get(name)
    if (index === undefined) return Effect.succeed(0)
    return Effect.map(ask("count", countStatement(index, head.id, prefix)), ([row]) =>
      Number(row?.[0] ?? 0),
    )
  },
})
