/**
 * What every erasure works with.
 *
 * @module
 */
import type { MemoryStore, Owner, StoreAdmin } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { KeepRequired } from "../ErasureError.ts"
import type { ErasureSettings } from "../ErasureOptions.ts"
import type { ErasureCounts } from "../Receipt.ts"
import { type Erasable, erasableOf } from "./Erasable.ts"

export interface ErasureTools {
  readonly store: MemoryStore["Service"]
  readonly admin: StoreAdmin["Service"]
  readonly settings: ErasureSettings
}

export interface ErasedOwner {
  readonly owner: Owner
  readonly counts: ErasureCounts
  /** Sources of its erased memories that others cite. */
  readonly sharedSources: number
}

/** By the schema as it is now: another process may have extended it. */
export const erasableNow = ({
  store,
  settings,
}: ErasureTools): Effect.Effect<Erasable, KeepRequired> => {
  const erasable = erasableOf(store.schema, settings.withdrawKeep)
  return erasable instanceof KeepRequired ? Effect.fail(erasable) : Effect.succeed(erasable)
}
