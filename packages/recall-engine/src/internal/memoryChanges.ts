/**
 * The memories a plan makes or changes, before it and after.
 *
 * @module
 */
import {
  type Attributes,
  type AttributeValue,
  eachInTurns,
  type Plan,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { StatusMoves } from "./memoryRow.ts"
import { INDEXED, isSameValue, type MemoryAttributes } from "./memoryTerms.ts"

/** A memory the plan makes or changes. */
export interface MemoryChange {
  readonly key: string
  readonly slot: number
  readonly before: Attributes | undefined
  readonly after: MemoryAttributes
}

export const isWithdrawal = ({ before, after }: MemoryChange): boolean =>
  before !== undefined && before.status !== "withdrawn" && after.status === "withdrawn"

/** Whether all it can have lost are words: what it has left then follows from the rest of it. */
export const isEmptied = ({ before, after }: MemoryChange): boolean =>
  before !== undefined &&
  after.content === undefined &&
  isEmptySet(after.facets) &&
  BESIDE_WORDS.every((name) => isSameValue(before[name], after[name]))

const BESIDE_WORDS = INDEXED.filter((name) => name !== "content" && name !== "facets")

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
    const edits = yield* editedMemories(plan)
    if (edits.size === 0) return []
    const changed: Array<MemoryChange> = []
    yield* eachInTurns(yield* view.get("memory", [...edits.keys()]), (record) => {
      if (record?.slot === undefined) return
      const { key, slot, attributes } = record
      changed.push({ key, slot, before: attributes, after: edited(attributes, edits.get(key)) })
    })
    return changed
  })

/** What a plan sets and removes of one memory; no attribute is in both. */
interface MemoryEdit {
  set: Attributes | undefined
  unset: ReadonlyArray<string> | undefined
}

/** Of those whose status is moved, too. */
const editedMemories = Effect.fnUntraced(function* (
  plan: Plan,
): Effect.fn.Return<ReadonlyMap<string, MemoryEdit>> {
  const edits = new Map<string, MemoryEdit>()
  const editOf = (key: string): MemoryEdit => {
    const known = edits.get(key)
    if (known !== undefined) return known
    const made = { set: undefined, unset: undefined }
    edits.set(key, made)
    return made
  }
  yield* eachInTurns(plan.set, ({ type, key, attributes }) => {
    if (type !== "memory") return
    const edit = editOf(key)
    edit.set = edit.set === undefined ? attributes : { ...edit.set, ...attributes }
  })
  yield* eachInTurns(plan.unset, ({ type, key, attributes }) => {
    if (type !== "memory") return
    const edit = editOf(key)
    edit.unset = edit.unset === undefined ? attributes : [...edit.unset, ...attributes]
  })
  yield* eachInTurns(plan.create, ({ type, attributes }) => {
    if (type === "statusChange") editOf(String(attributes.memory))
  })
  return edits
})

const edited = (held: Attributes, { set, unset }: MemoryEdit = NO_EDIT): MemoryAttributes => {
  if (set === undefined && unset === undefined) return held
  const after: { [name: string]: AttributeValue | undefined } = { ...held, ...set }
  for (const name of unset ?? []) after[name] = undefined
  return after
}

const NO_EDIT: MemoryEdit = { set: undefined, unset: undefined }

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
