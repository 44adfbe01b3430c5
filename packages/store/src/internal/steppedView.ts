/**
 * A view whose every question is a read of its own at one sequence, in a turn of its own, and large
 * questions several of them. Fails with `Moved` when the owner has been written to meanwhile.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { MemoryStore } from "../MemoryStore.ts"
import type { Owner } from "../Owner.ts"
import { Moved, StoreError } from "../StoreError.ts"
import type { View } from "../View.ts"
import { viewInParts } from "./viewInParts.ts"

export const MOVED = new StoreError({ operation: "read", reason: new Moved() })

export const isMoved = (error: unknown): boolean =>
  error instanceof StoreError && error.reason._tag === "Moved"

export const steppedView = (
  store: MemoryStore["Service"],
  owner: Owner,
): Effect.Effect<View, StoreError> =>
  Effect.map(
    store.read(owner, ({ sequence, lastAt }) => Effect.succeed({ sequence, lastAt })),
    (at) => ({
      owner,
      ...at,
      ...viewInParts((question) =>
        Effect.andThen(
          Effect.yieldNow,
          store.read(owner, (view) =>
            view.sequence === at.sequence ? question(view) : Effect.fail(MOVED),
          ),
        ),
      ),
    }),
  )
