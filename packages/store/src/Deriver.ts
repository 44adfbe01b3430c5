/**
 * Derivers turn a plan into writes of derived pages, in the same commit and whoever made the plan,
 * so that no writer can leave an index behind. None by default.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PageWrite, Plan } from "./Plan.ts"
import type { StoreError } from "./StoreError.ts"
import type { View } from "./View.ts"

export interface Deriver {
  /** The spaces it alone writes. */
  readonly spaces: ReadonlyArray<string>
  /** `view` is the state before the plan; records the plan creates get slots from `view.slots` on, in order. */
  readonly derive: (view: View, plan: Plan) => Effect.Effect<ReadonlyArray<PageWrite>, StoreError>
}

/** Read once, when a store's layer is built. */
export const Derivers: Context.Reference<ReadonlyArray<Deriver>> = Context.Reference(
  "@reminisce/store/Deriver/Derivers",
  { defaultValue: (): ReadonlyArray<Deriver> => [] },
)
