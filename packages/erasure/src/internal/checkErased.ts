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

/** The same for one memory. */
export const checkErasedKey = (
  store: MemoryStore["Service"],
  owner: Owner,
  erasable: Erasable,
  key: string,
): Effect.Effect<CheckedErasure, StoreError> =>
  store.read(owner, (view) =>
    Effect.map(view.get("memory", [key]), ([record]) => {
      const isWithdrawn = record?.attributes.status === "withdrawn"
      const isLeft = record !== undefined && isWithdrawn && hasLeftovers(record, erasable)
      return {
        memories: isWithdrawn ? 1 : 0,
        leftovers: isLeft ? 1 : 0,
        withWords: record === undefined || isWithdrawn ? 0 : 1,
      }
    }),
  )
