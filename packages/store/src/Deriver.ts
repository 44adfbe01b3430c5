/**
 * Derivers turn a plan into writes of derived pages, in the same commit and whoever made the plan,
 * so that no writer can leave an index behind. None by default.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { MemoryStore } from "./MemoryStore.ts"
import type { Owner } from "./Owner.ts"
import type { PageWrite, Plan } from "./Plan.ts"
import type { StoreError } from "./StoreError.ts"
import type { View } from "./View.ts"

export interface Deriver {
  /** The spaces it alone writes. */
  readonly spaces: ReadonlyArray<string>
  /** `view` is the state before the plan; records the plan creates get slots from `view.slots` on, in order. */
  readonly derive: (view: View, plan: Plan) => Effect.Effect<ReadonlyArray<PageWrite>, StoreError>
  /** Only of a deriver that can make all pages of an owner more cheaply than plan by plan. */
  readonly bulk?: {
    /** Part of an owner's first plan, they make `derive` answer nothing until `rebuild` has run. */
    readonly postponing: ReadonlyArray<PageWrite>
    /** Makes an owner's pages anew, the same bytes as `derive` would have; in plans of pages alone. */
    readonly rebuild: (
      store: MemoryStore["Service"],
      owner: Owner,
    ) => Effect.Effect<void, StoreError>
  }
}

/** Derived pages of one owner, for whoever writes very many plans of a new owner, such as a restore. */
export interface DerivedPages {
  /** To be written with the owner's first plan: no plan from then on derives what `rebuild` will make. */
  readonly postponing: ReadonlyArray<PageWrite>
  readonly rebuild: Effect.Effect<void, StoreError>
}

/** Read once, when a store's layer is built. */
export const Derivers: Context.Reference<ReadonlyArray<Deriver>> = Context.Reference(
  "@reminisce/store/Deriver/Derivers",
  { defaultValue: (): ReadonlyArray<Deriver> => [] },
)
