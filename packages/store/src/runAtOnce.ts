/**
 * Runs an effect to its end in one step, so that no other fibre comes between. For stores whose
 * transaction is synchronous; an effect that waits for anything else is a defect.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/**
 * `finish` is run in the same step with how the effect ended, a wait included, and its answer
 * replaces that exit: the place to commit or to roll back. An effect that waits is interrupted, and
 * whatever it still does has no transaction left to act on.
 */
export const runAtOnce: {
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  <A, E, R, B, F>(
    effect: Effect.Effect<A, E, R>,
    finish: (exit: Exit.Exit<A, E>) => Exit.Exit<B, F>,
  ): Effect.Effect<B, F, R>
} = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  finish: (exit: Exit.Exit<A, E>) => Exit.Exit<A, E> = (exit) => exit,
): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.suspend(() => {
      const exit = Effect.runSyncExitWith(context)(effect)
      return finish(exit._tag === "Failure" && hasWaited(exit.cause) ? WAITED : exit)
    }),
  )

const WAITED = Exit.die(new Error("an effect that must run at once has waited"))

/** Whether the effect was still waiting, which is put to an end. */
const hasWaited = (cause: Cause.Cause<unknown>): boolean => {
  let waited = false
  for (const reason of cause.reasons) {
    if (Cause.isDieReason(reason) && Cause.isAsyncFiberError(reason.defect)) {
      reason.defect.fiber.interruptUnsafe()
      waited = true
    }
  }
  return waited
}
