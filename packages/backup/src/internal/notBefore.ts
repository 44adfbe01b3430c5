/**
 * A clock that does not go back behind what a store has recorded, for the time of one effect.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Runs the effect at `instant` where the clock is not there yet. Waiting still takes real time. */
export const notBefore =
  (instant: EpochMillis) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Clock.clockWith((clock) => {
      if (clock.currentTimeMillisUnsafe() >= instant) return effect
      const nanos = BigInt(instant) * 1_000_000n
      return Effect.provideService(effect, Clock.Clock, {
        currentTimeMillis: Effect.succeed(instant),
        currentTimeMillisUnsafe: () => instant,
        currentTimeNanos: Effect.succeed(nanos),
        currentTimeNanosUnsafe: () => nanos,
        monotonicTimeNanos: clock.monotonicTimeNanos,
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        sleep: (duration) => clock.sleep(duration),
      })
    })
