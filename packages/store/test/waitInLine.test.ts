import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makeLines } from "../src/index.ts"

const MILLIS = 1_000
const late = Effect.succeed("late")

describe("makeLines", () => {
  it.effect("lets one work at a time under a name, in the order they came", () =>
    Effect.gen(function* () {
      const inLine = makeLines(MILLIS)
      const open = yield* Deferred.make<void>()
      const done: Array<number> = []
      const work = (n: number) =>
        Effect.andThen(
          Deferred.await(open),
          Effect.sync(() => done.push(n)),
        )
      const fibers = yield* Effect.forEach([1, 2, 3], (n) =>
        Effect.forkChild(inLine("a", work(n), late), { startImmediately: true }),
      )
      const elsewhere = yield* inLine("b", Effect.succeed("at once"), late)
      assert.strictEqual(elsewhere, "at once")
      assert.deepStrictEqual(done, [])
      yield* Deferred.succeed(open, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(done, [1, 2, 3])
    }),
  )

  it.effect("gives up who has waited too long, and never who is at work", () =>
    Effect.gen(function* () {
      const inLine = makeLines(MILLIS)
      const open = yield* Deferred.make<void>()
      const holding = yield* Effect.forkChild(
        inLine("a", Effect.as(Deferred.await(open), "done"), late),
        { startImmediately: true },
      )
      const waiting = yield* Effect.forkChild(inLine("a", Effect.succeed("done"), late), {
        startImmediately: true,
      })
      yield* TestClock.adjust(10 * MILLIS)
      assert.strictEqual(yield* Fiber.join(waiting), "late")
      yield* Deferred.succeed(open, undefined)
      assert.strictEqual(yield* Fiber.join(holding), "done")
      assert.strictEqual(yield* inLine("a", Effect.succeed("done"), late), "done")
    }),
  )
})
