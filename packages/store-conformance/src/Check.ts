/**
 * One thing every store must do, as a function that can be run against any of them: inside a test
 * runner, or to see that it catches a store that does it wrong.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { SuiteOptions } from "./OpenStore.ts"

export interface Check {
  readonly group: string
  /** A sentence about the store's behaviour. Unique within its group. */
  readonly name: string
  /** Longest time it may take, in milliseconds. Default 300,000. It stops a check that hangs; it is no measure of speed. */
  readonly timeoutMillis?: number
  /** Succeeds when the store behaves; fails or dies with what it did instead. */
  readonly run: (store: SuiteOptions) => Effect.Effect<void, StoreError, Scope.Scope>
}
