import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { runAtOnce } from "../src/index.ts"

describe("runAtOnce", () => {
  it.effect("lets no other fibre in between, however long the effect is", () =>
    Effect.gen(function* () {
      let turns = 0
      const other = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => turns++),
            Effect.yieldNow,
          ),
        ),
      )
      yield* Effect.yieldNow
      const before = turns
      const during = yield* runAtOnce(
        Effect.gen(function* () {
          for (let i = 0; i < 20_000; i++) yield* Effect.void
          yield* Effect.yieldNow
          return turns
        }),
      )
      assert.strictEqual(during, before)
      other.interruptUnsafe()
    }),
  )

  it.effect("ends as the effect ends", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* runAtOnce(Effect.succeed(1)), 1)
      assert.strictEqual(yield* Effect.flip(runAtOnce(Effect.fail("no"))), "no")
      const died = yield* Effect.exit(runAtOnce(Effect.die("bug")))
      assert.isTrue(Exit.hasDies(died))
    }),
  )

  it.effect("interrupts what waits, and dies", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const seen: Array<string> = []
      const waiting = Deferred.await(gate).pipe(
        Effect.andThen(Effect.sync(() => seen.push("went on"))),
        Effect.onInterrupt(() => Effect.sync(() => seen.push("interrupted"))),
      )
      const exit = yield* Effect.exit(runAtOnce(waiting))
      assert.isTrue(Exit.hasDies(exit))
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.yieldNow
      assert.deepStrictEqual(seen, ["interrupted"])
    }),
  )

  it.effect("finishes in the same step, with a wait as well, and answers what finish says", () =>
    Effect.gen(function* () {
      const ends: Array<string> = []
      const finish = (exit: Exit.Exit<number, string>): Exit.Exit<number, string> => {
        ends.push(Exit.isSuccess(exit) ? "commit" : "roll back")
        return Exit.map(exit, (n) => n + 1)
      }
      assert.strictEqual(yield* runAtOnce(Effect.succeed(1), finish), 2)
      assert.strictEqual(yield* Effect.flip(runAtOnce(Effect.fail("no"), finish)), "no")
      const waited = yield* Effect.exit(runAtOnce(Effect.as(Effect.never, 1), finish))
      assert.isTrue(Exit.hasDies(waited))
      assert.deepStrictEqual(ends, ["commit", "roll back", "roll back"])
    }),
  )
})
