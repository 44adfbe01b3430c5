/**
 * Time and plan ids that two stores can have in common.
 *
 * @module
 */
import { type IdentifierSource, Identifiers } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Runs the effect at an instant of its own, with plan ids of its own. Waiting still takes real time. */
export const at = (now: number, planId: string) => {
  const identifiers: IdentifierSource = {
    key: (prefix) => Effect.succeed(prefix + planId),
    plan: Effect.succeed(planId),
  }
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Clock.clockWith((live) =>
      effect.pipe(
        Effect.provideService(Clock.Clock, {
          currentTimeMillis: Effect.succeed(now),
          currentTimeMillisUnsafe: () => now,
          currentTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
          currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
          monotonicTimeNanos: live.monotonicTimeNanos,
          monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
          sleep: (duration) => live.sleep(duration),
        }),
        Effect.provideService(Identifiers, identifiers),
      ),
    )
}

/** A plan id that says which number it is. */
export const planId = (number: number): string => number.toString(16).padStart(32, "0")
