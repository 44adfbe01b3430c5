/**
 * What can be wrong with memories and the moves of their status, beyond what the schema says.
 *
 * @module
 */
import { texts } from "@reminisce/schema"
import {
  allLinked,
  compareText,
  type StoreError,
  type StoreRecord,
  type StoreSchema,
  typeNamed,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Fault } from "./rowFaults.ts"

/** Status against the last move, and whom it concerns against its links. */
export const memoryFaults = Effect.fnUntraced(function* (
  schema: StoreSchema,
  view: View,
  rows: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyArray<Fault>, StoreError> {
  const faults: Array<Fault> = []
  if (typeNamed(schema.records, "statusChange") !== undefined) {
    const last = yield* lastStatuses(view, rows)
    for (const { key, attributes } of rows) {
      if (last.get(key) !== attributes.status) faults.push(["status", key])
    }
  }
  if (typeNamed(schema.links, "concerning") !== undefined && rows.length > 0) {
    const players = rows.map(({ key }) => ({ type: "memory", key }))
    const links = yield* allLinked(view, "concerning", "memory", players)
    const subjects = Map.groupBy(links, ({ ends }) => ends.memory?.key)
    for (const { key, attributes } of rows) {
      const linked = (subjects.get(key) ?? []).map(({ ends }) => ends.subject?.key ?? "")
      const named = texts(attributes.concerns)
      const isSame =
        linked.length === named.length &&
        linked.toSorted(compareText).every((subject, i) => subject === named[i])
      if (!isSame) faults.push(["concerns", key])
    }
  }
  return faults
})

/** Round by round: the n-th move of a memory is `key#n`. */
const lastStatuses = Effect.fnUntraced(function* (
  view: View,
  rows: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyMap<string, string>, StoreError> {
  const statuses = new Map(rows.map(({ key }) => [key, "active"]))
  let keys = [...statuses.keys()]
  for (let ordinal = 1; keys.length > 0; ordinal++) {
    const round = yield* view.get(
      "statusChange",
      keys.map((key) => `${key}#${ordinal}`),
    )
    const moved: Array<string> = []
    for (const [i, key] of keys.entries()) {
      const move = round[i]
      if (move === undefined) continue
      statuses.set(key, String(move.attributes.status))
      moved.push(key)
    }
    keys = moved
  }
  return statuses
})

/** Moves of memories that are there, each under the key that follows from its place. */
export const moveFaults = Effect.fnUntraced(function* (
  schema: StoreSchema,
  view: View,
  rows: ReadonlyArray<StoreRecord>,
): Effect.fn.Return<ReadonlyArray<Fault>, StoreError> {
  if (typeNamed(schema.records, "memory") === undefined) return []
  const memories = yield* view.get(
    "memory",
    rows.map(({ attributes }) => String(attributes.memory)),
  )
  return rows.flatMap(({ key, attributes }, i): ReadonlyArray<Fault> => {
    if (memories[i] === undefined) return [["no-such-memory", key]]
    return key === `${attributes.memory}#${attributes.ordinal}` ? [] : [["status", key]]
  })
})
