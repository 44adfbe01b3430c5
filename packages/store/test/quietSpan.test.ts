// Verifies: PO-08, PO-09
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { quietSpan } from "../src/index.ts"

class Refusal extends Data.TaggedError("Refusal")<{ readonly rule: string }> {}

/** Runs an operation under a tracer and gives its exit with what the tracer was handed. */
const traced = <A, E>(operation: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const span: Tracer.Tracer["span"] = (options) => {
      const made = new Tracer.NativeSpan(options)
      spans.push(made)
      return made
    }
    const exit = yield* Effect.exit(
      Effect.provideService(
        quietSpan("Gate.open")(operation),
        Tracer.Tracer,
        Tracer.make({ span }),
      ),
    )
    const ends = spans.map(({ name, status }) => ({
      name,
      exit: status._tag === "Ended" ? status.exit : undefined,
    }))
    return { exit, ends }
  })

describe("a quiet span", () => {
  it.effect("bears its operation's name and ends with nothing of the answer", () =>
    Effect.gen(function* () {
      const { exit, ends } = yield* traced(Effect.succeed("The gate opens at dawn."))
      assert.deepStrictEqual(exit, Exit.succeed("The gate opens at dawn."))
      assert.deepStrictEqual(ends, [{ name: "Gate.open", exit: Exit.void }])
    }),
  )

  it.effect("ends with a typed refusal, which holds no words", () =>
    Effect.gen(function* () {
      const { exit, ends } = yield* traced(new Refusal({ rule: "closed" }))
      for (const told of [exit, ends[0]?.exit]) {
        const error = told === undefined ? Option.none() : Exit.findErrorOption(told)
        assert.deepStrictEqual(error, Option.some(new Refusal({ rule: "closed" })))
      }
    }),
  )

  it.effect("ends with a defect without its message, which the caller still gets", () =>
    Effect.gen(function* () {
      const defect = new SyntaxError(`Unexpected token in "The gate opens"`)
      const { exit, ends } = yield* traced(Effect.die(defect))
      assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) === defect)
      const told = ends[0]?.exit
      assert.isTrue(told !== undefined && Exit.isFailure(told) && Cause.hasDies(told.cause))
      if (told !== undefined && Exit.isFailure(told)) {
        assert.notInclude(Cause.pretty(told.cause), "gate opens")
      }
    }),
  )

  it.effect("is interrupted with its operation", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(quietSpan("Gate.open")(Effect.never))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      const exit = yield* Fiber.await(fiber)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
    }),
  )
})
