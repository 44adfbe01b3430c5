/**
 * Who stands beside a memory in its trail, read from the trail index.
 *
 * @module
 */
import type { RangeEntry, StoreError, StoreRecord, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Neighbours } from "./ColumnPage.ts"
import { inTrail, NO_NEIGHBOURS } from "./memoryRow.ts"

/** Slots of the neighbours of each record, by its slot. */
export const trailNeighbours = (
  view: View,
  records: ReadonlyArray<StoreRecord>,
): Effect.Effect<ReadonlyMap<number, Neighbours>, StoreError> =>
  Effect.gen(function* () {
    const beside = new Map<number, { readonly before?: string; readonly after?: string }>()
    for (const { slot = 0, key, attributes } of records) {
      if (!inTrail(attributes)) continue
      const trail = String(attributes.trail)
      const after: RangeEntry = { values: [trail, Number(attributes.ordinal)], key }
      const ask = { prefix: [trail], after, limit: 1 } as const
      const [previous] = yield* view.range("memoryByTrail", { ...ask, order: "descending" })
      const [next] = yield* view.range("memoryByTrail", ask)
      beside.set(slot, {
        ...(previous === undefined ? {} : { before: previous.key }),
        ...(next === undefined ? {} : { after: next.key }),
      })
    }
    const keys = new Set(
      [...beside.values()].flatMap(({ before, after }) => [before ?? [], after ?? []].flat()),
    )
    const slots = new Map<string, number>()
    if (keys.size > 0) {
      for (const record of yield* view.get("memory", [...keys])) {
        if (record?.slot !== undefined) slots.set(record.key, record.slot)
      }
    }
    const slotOf = (key: string | undefined): number => slots.get(key ?? "") ?? -1
    return new Map(
      records.map(({ slot = 0 }): readonly [number, Neighbours] => {
        const found = beside.get(slot)
        return found === undefined
          ? [slot, NO_NEIGHBOURS]
          : [slot, { previous: slotOf(found.before), next: slotOf(found.after) }]
      }),
    )
  })
