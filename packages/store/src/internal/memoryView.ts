/**
 * The reference store's view: every question answered by looking at everything.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { Behind, StoreError } from "../StoreError.ts"
import type { StoreLink, StoreRecord } from "../StoreRecord.ts"
import { type AttributeType, type StoreSchema, typeNamed } from "../StoreSchema.ts"
import {
  type Attributes,
  type AttributeValue,
  compareText,
  compareValues,
  type Value,
} from "../Value.ts"
import type { Change, Page, RangeEntry, RangeOptions, View } from "../View.ts"
import type { OwnerState } from "./OwnerState.ts"
import { refName } from "./refName.ts"

export const makeMemoryView = (schema: StoreSchema, state: OwnerState): View => {
  const record = (type: string, key: string | undefined): StoreRecord | undefined => {
    const found = key === undefined ? undefined : state.records.get(type)?.get(key)
    return found && { ...found, attributes: shown(schema.records[type]?.attributes, found) }
  }
  const link = (type: string, key: string): StoreLink | undefined => {
    const found = state.links.get(type)?.get(key)
    return found && { ...found, attributes: shown(schema.links[type]?.attributes, found) }
  }
  const keysOf = (all: ReadonlyMap<string, unknown> | undefined, options: PageOptions) =>
    [...(all?.keys() ?? [])]
      .filter((key) => isAfter(key, options.after))
      .sort(compareText)
      .slice(0, options.limit)

  return {
    owner: state.owner,
    sequence: state.sequence,
    lastAt: state.lastAt,
    get: (type, keys) => Effect.sync(() => keys.map((key) => record(type, key))),
    atSlots: (type, slots) =>
      Effect.sync(() =>
        slots.map((slot) => {
          const found = record(type, state.slots.get(type)?.[slot])
          return found?.slot === slot ? found : undefined
        }),
      ),
    slots: (type) => Effect.sync(() => state.slots.get(type)?.length ?? 0),
    scan: (type, options) =>
      Effect.sync(() =>
        keysOf(state.records.get(type), options).flatMap((key) => record(type, key) ?? []),
      ),
    range: (index, options) => Effect.sync(() => rangeOf(schema, state, index, options)),
    count: (index, prefix) => Effect.sync(() => entriesOf(schema, state, index, prefix).length),
    linked: (type, role, players, { after, limit }) =>
      Effect.sync(() => {
        const wanted = new Set(players.map(refName))
        return [...(state.links.get(type)?.values() ?? [])]
          .filter(({ ends }) => ends[role] !== undefined && wanted.has(refName(ends[role])))
          .filter(({ key }) => isAfter(key, after))
          .sort((a, b) => compareText(a.key, b.key))
          .slice(0, limit)
          .flatMap(({ key }) => link(type, key) ?? [])
      }),
    getLinks: (type, keys) => Effect.sync(() => keys.map((key) => link(type, key))),
    scanLinks: (type, options) =>
      Effect.sync(() =>
        keysOf(state.links.get(type), options).flatMap((key) => link(type, key) ?? []),
      ),
    page: (space, ids) =>
      Effect.sync(() =>
        ids.map(({ name, number }) =>
          state.pages.get(space)?.get(name)?.get(number)?.bytes.slice(),
        ),
      ),
    pages: (space, names) =>
      Effect.sync(() => names.map((name) => allPages(state, space, 0, (each) => each === name))),
    pagesSince: (space, sequence) =>
      Effect.sync(() => allPages(state, space, sequence + 1, () => true)),
    pageNames: (space, options) =>
      Effect.sync(() => {
        const named = [...(state.pages.get(space) ?? [])].filter(([, pages]) => pages.size > 0)
        return keysOf(new Map(named), options)
      }),
    changes: (sequence, limit) => Effect.suspend(() => changesOf(state, sequence, limit)),
  }
}

interface PageOptions {
  readonly after?: string
  readonly limit: number
}

/** What the schema declares of a record's attributes, with every `many` attribute there. */
const shown = (
  declared: { readonly [name: string]: AttributeType } = {},
  { attributes }: { readonly attributes: Attributes },
): Attributes => {
  const all: { [name: string]: AttributeValue } = {}
  for (const [name, { cardinality }] of Object.entries(declared)) {
    const value = typeNamed(attributes, name) ?? (cardinality === "many" ? [] : undefined)
    if (value !== undefined) all[name] = value
  }
  return all
}

const changesOf = (
  { changes, sequence: head }: OwnerState,
  sequence: number,
  limit: number,
): Effect.Effect<ReadonlyArray<Change>, StoreError> => {
  const horizon = head - changes.length
  return sequence < horizon
    ? Effect.fail(new StoreError({ operation: "changes", reason: new Behind({ horizon }) }))
    : Effect.succeed(changes.filter((change) => change.sequence > sequence).slice(0, limit))
}

const isAfter = (key: string, after: string | undefined): boolean =>
  after === undefined || compareText(key, after) > 0

const allPages = (
  state: OwnerState,
  space: string,
  since: number,
  isWanted: (name: string) => boolean,
): ReadonlyArray<Page> =>
  [...(state.pages.get(space) ?? [])]
    .filter(([name]) => isWanted(name))
    .flatMap(([name, pages]) =>
      [...pages]
        .filter(([, page]) => page.sequence >= since)
        .map(([number, { bytes }]) => ({ name, number, bytes: bytes.slice() })),
    )
    .sort((a, b) => compareText(a.name, b.name) || a.number - b.number)

const compareEntries = (a: RangeEntry, b: RangeEntry): number => {
  for (const [i, value] of a.values.entries()) {
    const other = b.values[i]
    const order = other === undefined ? 1 : compareValues(value, other)
    if (order !== 0) return order
  }
  return compareText(a.key, b.key)
}

/** All entries of an index under a prefix, in order. */
export const entriesOf = (
  schema: StoreSchema,
  state: OwnerState,
  index: string,
  prefix: ReadonlyArray<Value>,
): ReadonlyArray<RangeEntry> => {
  const declared = schema.indexes[index]
  if (declared === undefined) return []
  const entries: Array<RangeEntry> = []
  for (const record of state.records.get(declared.type)?.values() ?? []) {
    let rows: ReadonlyArray<ReadonlyArray<Value>> = [[]]
    for (const attribute of declared.attributes) {
      const value = typeNamed(record.attributes, attribute)
      const values: ReadonlyArray<Value> = value === undefined ? [] : [value].flat()
      rows = rows.flatMap((row) => values.map((each) => [...row, each]))
    }
    for (const values of rows) {
      if (prefix.every((value, i) => values[i] === value)) entries.push({ values, key: record.key })
    }
  }
  return entries.sort(compareEntries)
}

const rangeOf = (
  schema: StoreSchema,
  state: OwnerState,
  index: string,
  options: RangeOptions,
): ReadonlyArray<RangeEntry> => {
  const { prefix, from, to, after, limit, order } = options
  const sign = order === "descending" ? -1 : 1
  return [...entriesOf(schema, state, index, prefix)]
    .filter(({ values }) => {
      const next = values[prefix.length]
      return (
        (from === undefined || (next !== undefined && compareValues(next, from) >= 0)) &&
        (to === undefined || (next !== undefined && compareValues(next, to) < 0))
      )
    })
    .sort((a, b) => sign * compareEntries(a, b))
    .filter((entry) => after === undefined || sign * compareEntries(entry, after) > 0)
    .slice(0, limit)
}
