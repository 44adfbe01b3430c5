/**
 * What can be wrong with any row, whatever its type means.
 *
 * @module
 */
import {
  type Attributes,
  type StoreError,
  type StoreLink,
  type StoreRecord,
  type StoreSchema,
  typeNamed,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { areSound } from "./rowText.ts"

/** The rule that is broken, and the key of the row. */
export type Fault = readonly [rule: string, key: string]

export const recordFaults = Effect.fnUntraced(function* (
  schema: StoreSchema,
  view: View,
  type: string,
  rows: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<Array<Fault>, StoreError> {
  const declared = schema.records[type]
  const faults = rows
    .filter(({ attributes }) => !areSound(declared?.attributes ?? {}, attributes))
    .map(({ key }): Fault => ["value", key])
  if (declared?.slotted === true) {
    const slots = rows.map(({ slot }) => slot ?? -1)
    const there = yield* view.atSlots(type, slots)
    const taken = yield* view.slots(type)
    for (const [i, { key }] of rows.entries()) {
      if (there[i]?.key !== key || (slots[i] ?? 0) >= taken) faults.push(["slot", key])
    }
  }
  return faults
})

export const linkFaults = Effect.fnUntraced(function* (
  schema: StoreSchema,
  view: View,
  type: string,
  rows: ReadonlyArray<StoreLink>,
): Effect.fn.Return<ReadonlyArray<Fault>, StoreError> {
  const declared = schema.links[type]?.attributes ?? {}
  const faults = rows
    .filter(({ attributes }) => !areSound(declared, attributes))
    .map(({ key }): Fault => ["value", key])
  const ends = rows.flatMap((row) => Object.values(row.ends).map((end) => ({ end, of: row.key })))
  for (const [player, ofType] of Map.groupBy(ends, ({ end }) => end.type)) {
    const keys = ofType.map(({ end }) => end.key)
    const found =
      typeNamed(schema.records, player) === undefined
        ? yield* view.getLinks(player, keys)
        : yield* view.get(player, keys)
    for (const [i, { of }] of ofType.entries()) {
      if (found[i] === undefined) faults.push(["no-such-end", of])
    }
  }
  return faults
})

/** How many entries a record has in an index over `attributes`. */
export const entriesOf = (
  { attributes: held }: { readonly attributes: Attributes },
  attributes: ReadonlyArray<string>,
): number =>
  attributes.reduce((product, name) => {
    const value = typeNamed(held, name)
    return product * (value === undefined ? 0 : Array.isArray(value) ? value.length : 1)
  }, 1)
