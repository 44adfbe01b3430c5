/**
 * Looking for the words of memories in the postings while the memories are still being withdrawn, in
 * a thread of the store's own where it has one.
 *
 * @module
 */
import type { FoundPages, MemoryStore, Owner, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { searchFor } from "./internal/holdsAny.ts"

/** For one `sweepIndex`. */
export interface SweepAhead {
  /** 1 for a slot whose pages are looked for. */
  readonly slots: Uint8Array
  readonly found: FoundPages
}

/**
 * Begins with the memories of `slots`, which are about to be withdrawn with `Sweeping` "throughout".
 * Undefined where the store has no thread for it. Ends with its scope.
 */
export const beginSweep = (
  store: MemoryStore["Service"],
  owner: Owner,
  slots: ReadonlyArray<number>,
): Effect.Effect<SweepAhead | undefined, StoreError, Scope.Scope> => {
  if (!store.capabilities.transactionalPages) return Effect.succeed(undefined)
  const marked = new Uint8Array(slots.reduce((most, slot) => Math.max(most, slot + 1), 0))
  for (const slot of slots) marked[slot] = 1
  return Effect.map(
    store.searchPages(owner, searchFor(marked)),
    (found) => found && { slots: marked, found },
  )
}
