/**
 * Reads a person's memories again and counts those that still have what should be gone.
 *
 * @module
 */
import type { MemoryStore, Owner, StoreError, StoreRecord } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Erasable } from "./Erasable.ts"
import { isRedactable, readPage } from "./findUnredacted.ts"
import { Removals } from "./Removals.ts"
import type { Only } from "./withdrawOwner.ts"

export interface CheckedErasure {
  /** Memories that are withdrawn. */
  readonly memories: number
  /** Of these, how many still have anything. */
  readonly leftovers: number
  /** Memories that a withdrawal would take. */
  readonly withWords: number
}

/** Whether an emptied memory has anything left. */
export const hasLeftovers = (record: StoreRecord, erasable: Erasable): boolean =>
  new Removals().add(record, erasable.memory)

export const checkErased = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  erasable: Erasable,
  reference: string,
  only: Only,
): Effect.fn.Return<CheckedErasure, StoreError> {
  let memories = 0
  let leftovers = 0
  let withWords = 0
  let after: string | undefined
  for (;;) {
    const from = after
    const page = yield* store.read(owner, (view) => readPage(view, reference, from))
    for (const record of page.records) {
      if (isRedactable(record, only)) withWords++
      if (record.attributes.status !== "withdrawn") continue
      memories++
      if (hasLeftovers(record, erasable)) leftovers++
    }
    if (page.isLast) return { memories, leftovers, withWords }
    after = page.last
    yield* Effect.yieldNow
  }
})

export const NOTHING_CHECKED: CheckedErasure = { memories: 0, leftovers: 0, withWords: 0 }

export const sumChecked = (a: CheckedErasure, b: CheckedErasure): CheckedErasure => ({
  memories: a.memories + b.memories,
  leftovers: a.leftovers + b.leftovers,
  withWords: a.withWords + b.withWords,
})

/** Memories read in one step. */
const STEP = 500

/** The same for memories by key. */
export const checkErasedKeys = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  erasable: Erasable,
  keys: ReadonlyArray<string>,
): Effect.fn.Return<CheckedErasure, StoreError> {
  let sum = NOTHING_CHECKED
  for (let from = 0; from < keys.length; from += STEP) {
    const taken = keys.slice(from, from + STEP)
    const records = yield* store.read(owner, (view) => view.get("memory", taken))
    for (const record of records) {
      if (record !== undefined) sum = sumChecked(sum, checkRecord(record, erasable))
    }
    yield* Effect.yieldNow
  }
  return sum
})

const checkRecord = (record: StoreRecord, erasable: Erasable): CheckedErasure => {
  const isWithdrawn = record.attributes.status === "withdrawn"
  return {
    memories: isWithdrawn ? 1 : 0,
    leftovers: isWithdrawn && hasLeftovers(record, erasable) ? 1 : 0,
    withWords: isWithdrawn ? 0 : 1,
  }
}
