/**
 * Pages of derived data.
 *
 * @module
 */
import type { Page, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Row } from "./Sessions.ts"
import type { ViewSource } from "./ViewSource.ts"

type Reads = Pick<View, "page" | "pages" | "pagesSince" | "pageNames">

export const pageReads = ({ layout, head, ask }: ViewSource): Reads => ({
  page: (space, ids) => {
    const table = layout.spaces.get(space)?.table
    if (table === undefined || ids.length === 0) return Effect.succeed(ids.map(() => undefined))
    const text = `select asked.place, data from unnest($2::text[], $3::int[]) with ordinality
        as asked (name, number, place)
      join ${table} as p on p.owner = $1::uuid and p.name = asked.name and p.number = asked.number`
    const names = ids.map(({ name }) => name)
    const numbers = ids.map(({ number }) => (isPageNumber(number) ? number : -1))
    return Effect.map(ask("page", { text, values: [head.id, names, numbers] }), (rows) => {
      const found = new Map<number, Uint8Array>()
      for (const [place, data] of rows) found.set(Number(place) - 1, bytesOf(data))
      return ids.map((_, i) => found.get(i))
    })
  },
  pages: (space, names) => {
    const table = layout.spaces.get(space)?.table
    if (table === undefined || names.length === 0) return Effect.succeed(names.map(() => []))
    const text = `select name, number, data from ${table}
      where owner = $1::uuid and name = any($2::text[]) order by name, number`
    return Effect.map(ask("pages", { text, values: [head.id, [...new Set(names)]] }), (rows) => {
      const found = Map.groupBy(rows.map(pageOf), ({ name }) => name)
      return names.map((name) => found.get(name) ?? [])
    })
  },
  pagesSince: (space, sequence) => {
    const table = layout.spaces.get(space)?.table
    if (table === undefined || sequence >= head.sequence) return Effect.succeed([])
    const text = `select name, number, data from ${table}
      where owner = $1::uuid and sequence > $2::bigint order by name, number`
    return Effect.map(ask("pagesSince", { text, values: [head.id, sequence] }), (rows) =>
      rows.map(pageOf),
    )
  },
  pageNames: (space, { after, limit }) => {
    const table = layout.spaces.get(space)?.table
    if (table === undefined) return Effect.succeed([])
    const behind = after === undefined ? "" : " and name > $3::text"
    const text = `select distinct name from ${table} where owner = $1::uuid${behind}
      order by name limit $2::bigint`
    const values = [head.id, limit, ...(after === undefined ? [] : [after])]
    return Effect.map(ask("pageNames", { text, values }), (rows) =>
      rows.map(([name]) => String(name)),
    )
  },
})

const isPageNumber = (number: number): boolean =>
  Number.isInteger(number) && number >= 0 && number < 2 ** 31

const pageOf = ([name, number, data]: Row): Page => ({
  name: String(name),
  number: Number(number),
  bytes: bytesOf(data),
})

/** A plain array over the driver's buffer. */
const bytesOf = (data: unknown): Uint8Array =>
  data instanceof Uint8Array
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array()
