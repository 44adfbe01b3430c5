/**
 * Records by key, by slot and in order.
 *
 * @module
 */
import type { StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { recordColumns, recordOf } from "./rows.ts"
import type { ViewSource } from "./ViewSource.ts"

type Reads = Pick<View, "get" | "atSlots" | "slots" | "scan">

export const recordReads = ({ layout, head, ask }: ViewSource): Reads => ({
  get: (type, keys) => {
    const table = layout.records.get(type)
    if (table === undefined || keys.length === 0) return Effect.succeed(keys.map(() => undefined))
    const text = `select ${recordColumns(table)} from ${table.table}
      where owner = $1::uuid and key = any($2::text[])`
    return Effect.map(ask("get", { text, values: [head.id, [...new Set(keys)]] }), (rows) => {
      const found = new Map<string, StoreRecord>()
      for (const row of rows) found.set(String(row[0]), recordOf(table, row))
      return keys.map((key) => found.get(key))
    })
  },
  atSlots: (type, slots) => {
    const table = layout.records.get(type)
    const given = head.slots[type] ?? 0
    const asked = [...new Set(slots)].filter((slot) => isSlot(slot) && slot < given)
    if (table === undefined || asked.length === 0) return Effect.succeed(slots.map(() => undefined))
    const text = `select ${recordColumns(table)} from ${table.table}
      where owner = $1::uuid and slot = any($2::int[])`
    return Effect.map(ask("atSlots", { text, values: [head.id, asked] }), (rows) => {
      const found = new Map<number, StoreRecord>()
      for (const row of rows) found.set(Number(row[1]), recordOf(table, row))
      return slots.map((slot) => found.get(slot))
    })
  },
  slots: (type) => Effect.succeed(head.slots[type] ?? 0),
  scan: (type, { after, limit }) => {
    const table = layout.records.get(type)
    if (table === undefined) return Effect.succeed([])
    const text = `select ${recordColumns(table)} from ${table.table}
      where owner = $1::uuid and key > $2::text order by key limit $3::bigint`
    // No key is empty, so all of them are behind the empty text.
    return Effect.map(ask("scan", { text, values: [head.id, after ?? "", limit] }), (rows) =>
      rows.map((row) => recordOf(table, row)),
    )
  },
})

const isSlot = (slot: number): boolean => Number.isInteger(slot) && slot >= 0
