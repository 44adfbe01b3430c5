/**
 * Links by key, by a player of a role, and in order.
 *
 * @module
 */
import type { StoreLink, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { cutKey } from "./Layout.ts"
import { linkColumns, linkOf } from "./rows.ts"
import type { ViewSource } from "./ViewSource.ts"

type Reads = Pick<View, "linked" | "getLinks" | "scanLinks">

export const linkReads = ({ layout, head, ask }: ViewSource): Reads => ({
  linked: (type, role, players, { after, limit }) => {
    const table = layout.links.get(type)
    const end = table?.ends.find((each) => each.role === role)
    if (table === undefined || end === undefined || players.length === 0) return Effect.succeed([])
    // A player asked for twice would double its links, so the players are made distinct here.
    const text = `select ${linkColumns(table)} from ${table.table}
      join (select distinct type, player from unnest($2::text[], $3::text[]) as t (type, player)) as asked
        on ${cutKey(end.key)} = ${cutKey("asked.player")}
        and ${end.key} = asked.player and ${end.type} = asked.type
      where owner = $1::uuid and key > $4::text order by key limit $5::bigint`
    const types = players.map((player) => player.type)
    const keys = players.map((player) => player.key)
    const values = [head.id, types, keys, after ?? "", limit]
    return Effect.map(ask("linked", { text, values }), (rows) =>
      rows.map((row) => linkOf(table, row)),
    )
  },
  getLinks: (type, keys) => {
    const table = layout.links.get(type)
    if (table === undefined || keys.length === 0) return Effect.succeed(keys.map(() => undefined))
    const text = `select ${linkColumns(table)} from ${table.table}
      join unnest($2::text[]) as asked on ${cutKey("key")} = ${cutKey("asked")} and key = asked
      where owner = $1::uuid`
    return Effect.map(ask("getLinks", { text, values: [head.id, [...new Set(keys)]] }), (rows) => {
      const found = new Map<string, StoreLink>()
      for (const row of rows) found.set(String(row[0]), linkOf(table, row))
      return keys.map((key) => found.get(key))
    })
  },
  scanLinks: (type, { after, limit }) => {
    const table = layout.links.get(type)
    if (table === undefined) return Effect.succeed([])
    const text = `select ${linkColumns(table)} from ${table.table}
      where owner = $1::uuid and ${cutKey("key")} >= ${cutKey("$2::text")} and key > $2::text
      order by ${cutKey("key")}, key limit $3::bigint`
    return Effect.map(ask("scanLinks", { text, values: [head.id, after ?? "", limit] }), (rows) =>
      rows.map((row) => linkOf(table, row)),
    )
  },
})
