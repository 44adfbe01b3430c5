/**
 * What a host settles once for a store's write path: which aspects it accepts, and which of them
 * wait for a reviewer.
 *
 * @module
 */
import { ASPECTS, Invalid, Limits, RESERVED_ASPECTS } from "@reminisce/schema"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface LifecycleSettings {
  /** Names a new memory may carry: 1 to 64, each of letters, digits, `-` and `_`, at most 64 bytes. */
  readonly aspects: ReadonlyArray<string>
  /** Those of `aspects` whose writes are held until the request names a reviewer. */
  readonly reviewAspects: ReadonlyArray<string>
}

/** Read and checked once, when the layer of `Lifecycle` is built. */
export const LifecycleOptions: Context.Reference<LifecycleSettings> = Context.Reference(
  "@reminisce/lifecycle/LifecycleOptions",
  { defaultValue: (): LifecycleSettings => ({ aspects: ASPECTS, reviewAspects: [] }) },
)

const ASPECTS_MOST = 64

/** Fails with `Invalid` naming the option and the rule it breaks. */
export const checkSettings = (
  settings: LifecycleSettings,
): Effect.Effect<LifecycleSettings, Invalid> => {
  const fault = faultOf(settings)
  return fault === undefined ? Effect.succeed(settings) : Effect.fail(fault)
}

const faultOf = ({ aspects, reviewAspects }: LifecycleSettings): Invalid | undefined => {
  const broken = (field: keyof LifecycleSettings, rule: string) => new Invalid({ field, rule })
  const reserved: ReadonlyArray<string> = RESERVED_ASPECTS
  if (aspects.length === 0) return broken("aspects", "empty")
  if (aspects.length > ASPECTS_MOST) return broken("aspects", "out-of-range")
  if (new Set(aspects).size !== aspects.length) return broken("aspects", "named-twice")
  if (!aspects.every(isAspectName)) return broken("aspects", "name")
  if (aspects.some((aspect) => reserved.includes(aspect)))
    return broken("aspects", "reserved-aspect")
  return reviewAspects.every((aspect) => aspects.includes(aspect))
    ? undefined
    : broken("reviewAspects", "unknown-aspect")
}

const isAspectName = (name: string): boolean =>
  name.length <= Limits.aspectBytes && /^[A-Za-z0-9_-]+$/.test(name)
