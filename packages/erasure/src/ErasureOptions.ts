/**
 * What a host settles once for a store's erasures: how much one transaction takes, which attributes
 * of its own are no words, and how long what is about people is kept.
 *
 * @module
 */
import { Invalid } from "@reminisce/schema"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { checkRetention, type RetentionRules } from "./Retention.ts"

/** No plan redacts more memories, so that it fits what every store takes at once. */
const BATCH_MOST = 4_000

export interface ErasureSettings extends RetentionRules {
  /** Most memories in one transaction: 1 to 4,000, default 500. It is cut further where a step takes long. */
  readonly withdrawBatch: number
  /**
   * Attributes the host defined that stay with an emptied memory, such as a tenant's id; never words.
   * A required attribute of the host must be among them. Default none.
   */
  readonly withdrawKeep: ReadonlyArray<string>
}

/** Read and checked once, when the layer of `Erasure` is built. */
export const ErasureOptions: Context.Reference<ErasureSettings> = Context.Reference(
  "@reminisce/erasure/ErasureOptions",
  { defaultValue: (): ErasureSettings => ({ withdrawBatch: 500, withdrawKeep: [] }) },
)

/** Fails with `Invalid` naming the option and the rule it breaks. */
export const checkSettings = (
  settings: ErasureSettings,
): Effect.Effect<ErasureSettings, Invalid> => {
  const { withdrawBatch } = settings
  if (!Number.isSafeInteger(withdrawBatch))
    return Effect.fail(new Invalid({ field: "withdrawBatch", rule: "integer" }))
  return withdrawBatch >= 1 && withdrawBatch <= BATCH_MOST
    ? Effect.as(checkRetention(settings), settings)
    : Effect.fail(new Invalid({ field: "withdrawBatch", rule: "out-of-range" }))
}
