/**
 * Waits for another process outside SQLite, so that the event loop goes on.
 *
 * @module
 */
import { StoreError, Unavailable } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** What a step answers when another connection holds what it needs; nothing of it has happened. */
export const BUSY: unique symbol = Symbol("busy")
export type Busy = typeof BUSY

/** First and longest pause, in milliseconds; each is drawn from its upper half. */
const PAUSE = { first: 1, most: 64 }

/** Repeats `step` while it answers `BUSY`; past the deadline fails as `Unavailable`. */
export const untilFree = <A, E, R>(
  operation: string,
  deadlineMillis: number,
  step: Effect.Effect<A | Busy, E, R>,
): Effect.Effect<A, E | StoreError, R> =>
  Effect.flatMap(step, (answer) =>
    answer === BUSY ? tryAgain(operation, deadlineMillis, step) : Effect.succeed(answer),
  )

const tryAgain = Effect.fnUntraced(function* <A, E, R>(
  operation: string,
  deadlineMillis: number,
  step: Effect.Effect<A | Busy, E, R>,
): Effect.fn.Return<A, E | StoreError, R> {
  const start = yield* Clock.currentTimeMillis
  for (let pause = PAUSE.first; ; pause = Math.min(pause * 2, PAUSE.most)) {
    yield* Effect.sleep(pause * (0.5 + (yield* Random.next) / 2))
    const answer = yield* step
    if (answer !== BUSY) return answer
    if ((yield* Clock.currentTimeMillis) - start >= deadlineMillis) {
      return yield* new StoreError({ operation, reason: new Unavailable({ what: "busy" }) })
    }
  }
})
