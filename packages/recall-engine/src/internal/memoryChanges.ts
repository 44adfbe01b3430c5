/**
 * The memories a plan makes or changes, before it and after.
 *
 * @module
 */
import {
  type Attributes,
  type AttributeValue,
  mapInTurns,
  type Plan,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { StatusMoves } from "./memoryRow.ts"
import { INDEXED, isSameValue } from "./memoryTerms.ts"

/** A memory the plan makes or changes. */
export interface MemoryChange {
  readonly key: string
  readonly slot: number
  readonly before: Attributes | undefined
  readonly after: Attributes
}

export const isWithdrawal = ({ before, after }: MemoryChange): boolean =>
  before !== undefined && before.status !== "withdrawn" && after.status === "withdrawn"

/** Whether all it can have lost are words: what it has left then follows from the rest of it. */
export const isEmptied = ({ before, after }: MemoryChange): boolean =>
  before !== undefined &&
  after.content === undefined &&
  isEmptySet(after.facets) &&
  INDEXED.every((name) =>
    name === "content" || name === "facets" ? true : isSameValue(before[name], after[name]),
  )

const isEmptySet = (value: AttributeValue | undefined): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0)

export const createdMemories = (plan: Plan, first: number): ReadonlyArray<MemoryChange> =>
  plan.create
    .filter(({ type }) => type === "memory")
    .map(({ key, attributes }, i) => ({
      key,
      slot: first + i,
      before: undefined,
      after: attributes,
    }))

export const changedMemories = (
  view: View,
  plan: Plan,
): Effect.Effect<ReadonlyArray<MemoryChange>, StoreError> =>
  Effect.gen(function* () {
    const changes = new Map<string, Array<(held: Attributes) => Attributes>>()
    const note = (key: string, change: (held: Attributes) => Attributes): void => {
      const known = changes.get(key)
      if (known === undefined) changes.set(key, [change])
      else known.push(change)
    }
    yield* mapInTurns(plan.set, ({ type, key, attributes }) => {
      if (type === "memory") note(key, (held) => ({ ...held, ...attributes }))
    })
    yield* mapInTurns(plan.unset, ({ type, key, attributes }) => {
      if (type === "memory") note(key, (held) => without(held, attributes))
    })
    for (const { type, attributes } of plan.create) {
      if (type === "statusChange") note(String(attributes.memory), (held) => held)
    }
    const keys = [...changes.keys()]
    if (keys.length === 0) return []
    const changed: Array<MemoryChange> = []
    yield* mapInTurns(yield* view.get("memory", keys), (record) => {
      if (record?.slot === undefined) return
      const { key, slot, attributes } = record
      const edits = changes.get(key) ?? []
      const after = edits.reduce((held, edit) => edit(held), attributes)
      changed.push({ key, slot, before: attributes, after })
    })
    return changed
  })

const without = (held: Attributes, names: ReadonlyArray<string>): Attributes => {
  const left: { [name: string]: AttributeValue } = {}
  for (const name of Object.keys(held)) {
    const value = held[name]
    if (value !== undefined && !names.includes(name)) left[name] = value
  }
  return left
}

/** The latest move of each memory whose status the plan moves. */
export const statusMoves = (plan: Plan): ReadonlyMap<string, StatusMoves> => {
  const moves = new Map<string, StatusMoves>()
  for (const { type, attributes } of plan.create) {
    if (type !== "statusChange") continue
    const key = String(attributes.memory)
    const changes = Number(attributes.ordinal)
    if (changes > (moves.get(key)?.changes ?? 0)) {
      moves.set(key, { changes, changedAt: Number(attributes.at) })
    }
  }
  return moves
}
