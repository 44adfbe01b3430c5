/**
 * Records by key, by slot and in order.
 *
 * @module
 */
import type { StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { fetchAttributes, readAttributes } from "./attributes.ts"
import { findThings } from "./findThings.ts"
import { OWN, type RecordEntity } from "./Layout.ts"
import { type Found, textLimit } from "./ownerQuestion.ts"
import { thingKey } from "./thingKey.ts"
import type { ViewSource } from "./ViewSource.ts"

type Reads = Pick<View, "get" | "atSlots" | "slots" | "scan">

export const recordReads = ({ layout, head, ask }: ViewSource): Reads => ({
  get: (type, keys) => {
    const entity = layout.records.get(type)
    if (entity === undefined) return Effect.succeed(keys.map(() => undefined))
    const asked = [...new Set(keys)]
    const question = {
      given: { key: "string" as const },
      rows: asked.map((key) => ({ key: thingKey(head.owner, { type, key }) })),
      stages: `${findThings([{ variable: "$record", label: entity.label, key: "$key" }])} ${fetchRecord(entity)}`,
    }
    return Effect.map(ask("get", question), (found) => {
      const records = new Map<string, StoreRecord>()
      for (const each of found.flat()) {
        const record = recordOf(entity, each)
        records.set(record.key, record)
      }
      return keys.map((key) => records.get(key))
    })
  },
  atSlots: (type, slots) => {
    const entity = layout.records.get(type)
    const given = head.slots[type] ?? 0
    const asked = [...new Set(slots)].filter(
      (slot) => Number.isInteger(slot) && slot >= 0 && slot < given,
    )
    if (entity === undefined) return Effect.succeed(slots.map(() => undefined))
    const question = {
      given: { slot: "integer" as const },
      rows: asked.map((slot) => ({ slot })),
      stages: `match $record isa ${entity.label}, has ${OWN.ownerKey} == $owner,
        has ${OWN.slot} == $slot; ${fetchRecord(entity)}`,
    }
    return Effect.map(ask("atSlots", question), (found) => {
      const records = new Map<number | undefined, StoreRecord>()
      for (const each of found.flat()) {
        const record = recordOf(entity, each)
        records.set(record.slot, record)
      }
      return slots.map((slot) => records.get(slot))
    })
  },
  slots: (type) => Effect.succeed(head.slots[type] ?? 0),
  scan: (type, { after, limit }) => {
    const entity = layout.records.get(type)
    if (entity === undefined) return Effect.succeed([])
    const question = {
      given: { after: "string" as const },
      // No key is empty, so all of them are behind the empty text.
      rows: [{ after: after ?? "" }],
      stages: `match $record isa ${entity.label}, has ${OWN.ownerKey} == $owner,
        has ${OWN.recordKey} $order; $order > $after;
        sort $order; limit ${textLimit(limit)}; ${fetchRecord(entity)}`,
    }
    return Effect.map(ask("scan", question), (found) =>
      found
        .flat()
        .slice(0, limit)
        .map((each) => recordOf(entity, each)),
    )
  },
})

const fetchRecord = ({ slotted, attributes }: RecordEntity): string =>
  `fetch { "key": $record.${OWN.recordKey}${slotted ? `, "slot": $record.${OWN.slot}` : ""}${fetchAttributes("$record", attributes)} };`

const recordOf = ({ type, slotted, attributes }: RecordEntity, found: Found): StoreRecord => ({
  type,
  key: String(found.key),
  ...(slotted ? { slot: Number(found.slot) } : {}),
  attributes: readAttributes(attributes, found),
})
