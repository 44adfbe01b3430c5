// Verifies: LI-19, ME-25, ST-25, ST-26, ST-27
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import * as Effect from "effect/Effect"
import { alice, allRecords, facts, note, world } from "./support/world.ts"

describe("reviews", () => {
  const settings = { aspects: ["semantic", "abstraction"], reviewAspects: ["abstraction"] }

  it.effect("are wanted for the aspects the host lists, by remember and supersede", () =>
    Effect.gen(function* () {
      const { remember, supersede } = yield* Lifecycle
      const held = { _tag: "Held", rule: "review" }
      const request = note("Generalised.", { aspects: ["abstraction", "semantic"] })
      yield* remember(alice, note("Plain.", { key: "a" }))
      assert.deepStrictEqual(facts(yield* Effect.flip(remember(alice, request))), held)
      assert.deepStrictEqual(facts(yield* Effect.flip(supersede(alice, "a", request))), held)
      assert.strictEqual((yield* allRecords(alice, "memory")).length, 1)
      const kept = yield* supersede(alice, "a", { ...request, reviewedBy: "keeper-1" })
      assert.strictEqual(kept.reviewedBy, "keeper-1")
    }).pipe(Effect.provide(world({ settings }))),
  )
})

describe("LifecycleOptions", () => {
  const cases: ReadonlyArray<readonly [object, string]> = [
    [{ aspects: [] }, "aspects: empty"],
    [{ aspects: ["a b"] }, "aspects: name"],
    [{ aspects: ["é"] }, "aspects: name"],
    [{ aspects: ["x".repeat(65)] }, "aspects: name"],
    [{ aspects: ["a", "a"] }, "aspects: named-twice"],
    [{ aspects: ["a", "persona"] }, "aspects: reserved-aspect"],
    [{ aspects: Array.from({ length: 65 }, (_, i) => `a${i}`) }, "aspects: out-of-range"],
    [{ reviewAspects: ["unheard-of"] }, "reviewAspects: unknown-aspect"],
  ]
  it.effect.each(cases)(
    "out of range are refused by name when the layer is built: %j",
    ([settings, expected]) =>
      Effect.gen(function* () {
        const refusal = yield* Effect.flip(
          Effect.provide(Effect.asVoid(Lifecycle), world({ settings })),
        )
        assert.strictEqual(refusal.message, expected)
      }),
  )

  it.effect("decide which aspects a memory may have", () =>
    Effect.gen(function* () {
      const { remember } = yield* Lifecycle
      yield* remember(alice, note("Ours.", { aspects: ["ours"] }))
      const refusal = yield* Effect.flip(remember(alice, note("Standard.")))
      assert.strictEqual(refusal.message, "aspects: unknown-aspect")
    }).pipe(Effect.provide(world({ settings: { aspects: ["ours"] } }))),
  )
})
