/**
 * Has the store's files rewritten, which is what takes the bytes of erased words out of them.
 *
 * @module
 */
import type { MemoryStore, StoreAdmin, StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { BytesErased } from "../Receipt.ts"

/** How long to wait unless told otherwise, in milliseconds. */
export const WAIT_MILLIS = 30_000

/** Waits for other readers up to `waitMillis`; 0 leaves it for later. */
export const compactStore = (
  store: MemoryStore["Service"],
  admin: StoreAdmin["Service"],
  waitMillis: number,
): Effect.Effect<BytesErased, StoreError> => {
  if (!store.capabilities.physicalErasure) return Effect.succeed("unsupported")
  return waitMillis === 0
    ? Effect.succeed("pending")
    : admin.compact({ deadlineMillis: waitMillis })
}
