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
import type { PageWrite, Plan, RecordWrite } from "./Plan.ts"
import type { StoreError } from "./StoreError.ts"
import type { View } from "./View.ts"

export interface Deriver {
  /** The spaces it alone writes. */
  readonly spaces: ReadonlyArray<string>
  /** `view` is the state before the plan; records the plan creates get slots from `view.slots` on, in order. */
  readonly derive: (view: View, plan: Plan) => Effect.Effect<ReadonlyArray<PageWrite>, StoreError>
  /** Only of a deriver that can make all pages of an owner more cheaply than plan by plan. */
  readonly bulk?: {
    /** Part of an owner's first plan, they make `derive` answer nothing until `end` has run. */
    readonly postponing: ReadonlyArray<PageWrite>
    readonly gather: (store: MemoryStore["Service"], owner: Owner) => Gathering
  }
}

/** The making of an owner's pages beside the plans that write its rows, the same bytes as `derive` would have; in plans of pages alone. */
export interface Gathering {
  /** What a plan has created, when it is committed. Of every plan of the owner, in their order, also one that created nothing. */
  readonly add: (created: ReadonlyArray<RecordWrite>) => Effect.Effect<void, StoreError>
  /**
   * Makes what is left to make, or all of it anew from what is stored where it was not told of every
   * plan, or of one that did more than create.
   */
  readonly end: Effect.Effect<void, StoreError>
}

/** Derived pages of one owner, for whoever writes very many plans of a new owner, such as a restore. */
export interface DerivedPages extends Gathering {
  /** To be written with the owner's first plan: no plan from then on derives what will be made by `end`. */
  readonly postponing: ReadonlyArray<PageWrite>
}

/** Read once, when a store's layer is built. */
export const Derivers: Context.Reference<ReadonlyArray<Deriver>> = Context.Reference(
  "@reminisce/store/Deriver/Derivers",
  { defaultValue: (): ReadonlyArray<Deriver> => [] },
)
