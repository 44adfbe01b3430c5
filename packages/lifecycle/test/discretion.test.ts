// Verifies: GU-02, GU-03, GU-07, PO-09, ST-20
import { assert, describe, it } from "@effect/vitest"
import { Guard } from "@reminisce/guard"
import { captured, errorText } from "@reminisce/store-conformance"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { facts, world } from "./support/world.ts"
import { doors, everythingStored, plantAll } from "./support/writers.ts"

describe("the guard", () => {
  it.effect("sees every text of every writer, under its field's name", () =>
    Effect.gen(function* () {
      yield* plantAll
      const before = yield* everythingStored
      for (const [field, write] of doors) {
        const refusal = yield* Effect.flip(write("SECRET"))
        assert.deepStrictEqual(facts(refusal), { _tag: "SecretRefused", field, families: ["word"] })
      }
      assert.deepStrictEqual(yield* everythingStored, before)
    }).pipe(Effect.provide(world())),
  )

  /** Put together here, so that no file holds anything shaped like a key. */
  const token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_")
  it.effect("that ships refuses a token at each of those doors, and it is left nowhere", () =>
    Effect.gen(function* () {
      yield* plantAll
      for (const [field, write] of doors) {
        const { exit, text } = yield* captured(Effect.flip(write(token)))
        assert.strictEqual(exit._tag, "Success", field)
        if (exit._tag === "Success") {
          assert.strictEqual(exit.value._tag, "SecretRefused", field)
          assert.notInclude(errorText(exit.value), token)
        }
        assert.notInclude(text, token)
      }
      assert.notInclude(JSON.stringify(yield* everythingStored), token)
    }).pipe(Effect.provide(world({ guard: Guard.layer }))),
  )
})

describe("what the write path lets out", () => {
  /** Words no span, log line or error of the library could hold by chance. */
  const Canary = Schema.String.check(Schema.isPattern(/^canary-[a-z]{12}$/))

  it.effect.prop(
    "holds no word of the caller's, whether the write is kept or refused",
    [Canary],
    ([canary]) =>
      Effect.gen(function* () {
        yield* plantAll
        for (const [field, write] of doors) {
          const { exit, text, spans } = yield* captured(Effect.exit(write(canary)))
          assert.isTrue(spans.length > 0)
          assert.notInclude(text, canary, field)
          if (exit._tag === "Success" && exit.value._tag === "Failure") {
            assert.notInclude(errorText(exit.value.cause), canary, field)
          }
        }
      }).pipe(Effect.provide(world())),
    { arbitrary: { runs: 10 } },
  )

  it.effect("would show a word if it were let out: the capture works", () =>
    Effect.gen(function* () {
      const leak = Effect.gen(function* () {
        yield* Effect.annotateCurrentSpan("words", "canary-a")
        yield* Effect.logInfo("canary-b")
        return yield* Effect.die(new Error("canary-c"))
      }).pipe(Effect.withSpan("leaky"))
      const { text } = yield* captured(leak)
      for (const canary of ["canary-a", "canary-b", "canary-c"]) assert.include(text, canary)
    }),
  )
})
