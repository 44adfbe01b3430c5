/**
 * Waiting for a permit, but not for ever.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** Runs `work` with a permit, or `late` where none came free within `millis`. `work` itself has no limit. */
export const waitInLine = <A, E, R, B, E2>(
  line: Semaphore.Semaphore,
  millis: number,
  work: Effect.Effect<A, E, R>,
  late: Effect.Effect<B, E2>,
): Effect.Effect<A | B, E | E2, R> =>
  Effect.suspend(() => {
    let started = false
    const start = Effect.sync(() => {
      started = true
    })
    const timer = Effect.suspend(() => (started ? Effect.never : late))
    return Effect.raceFirst(
      line.withPermits(1)(Effect.andThen(start, work)),
      Effect.andThen(Effect.sleep(millis), timer),
    )
  })

/** One line for each name, gone when nobody stands in it. */
export const makeLines = (millis: number) => {
  const lines = new Map<string, { readonly line: Semaphore.Semaphore; standing: number }>()
  return <A, E, R, B, E2>(
    name: string,
    work: Effect.Effect<A, E, R>,
    late: Effect.Effect<B, E2>,
  ): Effect.Effect<A | B, E | E2, R> =>
    Effect.suspend(() => {
      const known = lines.get(name) ?? { line: Semaphore.makeUnsafe(1), standing: 0 }
      lines.set(name, known)
      known.standing++
      const leave = Effect.sync(() => {
        if (--known.standing === 0) lines.delete(name)
      })
      return Effect.ensuring(waitInLine(known.line, millis, work, late), leave)
    })
}
