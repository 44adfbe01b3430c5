/**
 * Tells a host how an erasure gets on. Nothing by default.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface ErasureStep {
  /** `kind:name`. */
  readonly owner: string
  /** Memories emptied by the transaction just committed. */
  readonly redacted: number
}

/** Read by every call. */
export const ErasureProgress: Context.Reference<(step: ErasureStep) => Effect.Effect<void>> =
  Context.Reference<(step: ErasureStep) => Effect.Effect<void>>(
    "@reminisce/erasure/ErasureProgress",
    { defaultValue: () => () => Effect.void },
  )
