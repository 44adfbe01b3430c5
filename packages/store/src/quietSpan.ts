/**
 * Spans that say which operation ran, how long and how it ended, and nothing of what it was asked,
 * answered or thrown. A tracer is handed what its effect ended with; so the effect in one of these
 * ends with nothing.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Where the call stood in a host's code costs more to find out than a small operation. */
const WITHOUT_STACK = { captureStackTrace: false } as const

/**
 * Wraps an operation in a span of that name. Its answer is not shown to the tracer; a typed refusal is,
 * since refusals hold no words; a defect is shown as one, without its message, which may quote anything.
 */
export const quietSpan =
  (name: string) =>
  <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      let ended: Exit.Exit<A, E> | undefined
      const told = Effect.flatMap(Effect.exit(operation), (exit) => {
        ended = exit
        return tell(exit)
      })
      return Effect.flatMap(
        Effect.exit(Effect.withSpan(told, name, WITHOUT_STACK)),
        (): Effect.Effect<A, E> => ended ?? Effect.interrupt,
      )
    })

/** What a tracer may see of an ending. */
const tell = <A, E>(exit: Exit.Exit<A, E>): Exit.Exit<void, E> =>
  Exit.isSuccess(exit)
    ? Exit.void
    : Exit.failCause(
        Cause.fromReasons(
          exit.cause.reasons.map((reason) =>
            Cause.isDieReason(reason) ? Cause.makeDieReason(new Error("defect")) : reason,
          ),
        ),
      )
