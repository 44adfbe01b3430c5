/**
 * Long readings without holding the event loop: what turns out to be long is read question by
 * question, all of them at one sequence, and others have their turn in between.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { briefView } from "./briefView.ts"
import { isMoved, steppedView } from "./internal/steppedView.ts"
import type { MemoryStore } from "./MemoryStore.ts"
import type { Owner } from "./Owner.ts"
import type { StoreError } from "./StoreError.ts"
import type { View } from "./View.ts"

/** One reading in two ways, with the same answer. Either may run several times. */
export interface LongReading<A, E, R> {
  /** In one `read`, whose view is asked through `through`. */
  readonly whole: (through: (view: View) => View) => Effect.Effect<A, E | StoreError, R>
  /** Outside any `read`: each question of the view is one of its own. */
  readonly inSteps: (view: View) => Effect.Effect<A, E | StoreError, R>
}

/** How often a reading in steps begins anew because its owner was written to. */
const ATTEMPTS = 4

/**
 * In one view when that takes about a thousand rows at most, else in steps; in one view after all
 * when the owner is written to during every one of four attempts.
 */
export const takeSteps = <A, E, R>(
  store: MemoryStore["Service"],
  owner: Owner,
  { whole, inSteps }: LongReading<A, E, R>,
): Effect.Effect<A, E | StoreError, R> => {
  const unlessMoved =
    (next: Effect.Effect<A, E | StoreError, R>) =>
    (error: E | StoreError): Effect.Effect<A, E | StoreError, R> =>
      isMoved(error) ? next : Effect.fail(error)
  const stepped = Effect.flatMap(
    Effect.suspend(() => steppedView(store, owner)),
    inSteps,
  )
  let reading = Effect.suspend(() => whole((view) => view))
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    reading = Effect.catch(stepped, unlessMoved(reading))
  return Effect.catch(
    Effect.suspend(() => whole((view) => briefView(view))),
    unlessMoved(reading),
  )
}

/** `read` for what may be long and waits on nothing but its view. */
export const readInSteps = <A, E, R>(
  store: MemoryStore["Service"],
  owner: Owner,
  f: (view: View) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E | StoreError, R> =>
  takeSteps(store, owner, {
    whole: (through) => store.read(owner, (view) => f(through(view))),
    inSteps: f,
  })
