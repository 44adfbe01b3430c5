// What a host may set, and the one clock of all.
// Verifies: RE-32, ST-22, ST-24
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import {
  Analyser,
  Guard,
  Lifecycle,
  LifecycleOptions,
  layerOver,
  type Owner,
  Policy,
  Provenance,
  Recall,
  SecretRefused,
  StoreSqlite,
} from "reminisce"
import { assert, describe, it } from "vitest"

const owner: Owner = { kind: "agent", name: "alice" }
const store = StoreSqlite.layer({ filename: ":memory:" })
const gate = { content: "GATE: opens at dawn", aspects: ["rota"], basis: "told" as const }

/** A term for each word before a colon, and for nothing else. */
const marked = (text: string): ReadonlyArray<string> => text.match(/\w+(?=:)/g) ?? []

const replaced = layerOver(store, {
  analyser: Layer.succeed(Analyser)({
    version: "marked-1",
    terms: marked,
    query: (text) => marked(text).map((term, word) => ({ term, word })),
  }),
  guard: Layer.succeed(Guard)({
    version: "none",
    check: (fields) =>
      fields.some(({ text }) => text.includes("tide"))
        ? Effect.fail(new SecretRefused({ field: "content", families: ["tide"] }))
        : Effect.succeed("clear"),
  }),
}).pipe(
  Layer.provide([
    Layer.succeed(LifecycleOptions)({ aspects: ["rota", "draft"], reviewAspects: ["draft"] }),
    Layer.succeed(Policy)({
      check: (_, { operation }) =>
        Effect.succeed(operation === "forget" ? { refuse: "kept" } : "ok"),
    }),
  ]),
)

describe("a host's options", () => {
  it("analyser, guard, policy, aspects and reviewAspects take the place of the defaults", () =>
    Effect.gen(function* () {
      const { remember, forget } = yield* Lifecycle
      const { recall } = yield* Recall
      const { key } = yield* remember(owner, gate)
      assert.strictEqual((yield* recall(owner, "GATE:")).memories.length, 1)
      assert.strictEqual((yield* recall(owner, "opens")).memories.length, 0)
      const refused: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
        forget(owner, key),
        remember(owner, { ...gate, content: "the tide" }),
        remember(owner, { ...gate, aspects: ["semantic"] }),
        remember(owner, { ...gate, aspects: ["draft"] }),
      ]
      const tags = yield* Effect.forEach(refused, (each) =>
        Effect.map(Effect.flip(each), ({ _tag }) => _tag),
      )
      assert.deepStrictEqual(tags, ["Refused", "SecretRefused", "Invalid", "Held"])
    }).pipe(Effect.provide(replaced), Effect.runPromise))

  it("the clock: every instant of every answer is the one it is set to", () =>
    Effect.gen(function* () {
      const { remember, forget } = yield* Lifecycle
      const recall = yield* Recall
      yield* TestClock.setTime(5_000)
      const kept = yield* remember(owner, { ...gate, aspects: ["semantic"] })
      assert.strictEqual(kept.recordedAt, 5_000)
      yield* TestClock.setTime(7_000)
      yield* forget(owner, kept.key)
      const { history } = yield* (yield* Provenance).why(owner, kept.key)
      assert.deepStrictEqual(
        history.map(({ at }) => at),
        [5_000, 7_000],
      )
      assert.strictEqual((yield* recall.recall(owner, "gate")).at, 7_000)
      assert.strictEqual((yield* recall.reach([owner], "gate")).at, 7_000)
    }).pipe(Effect.provide(layerOver(store)), Effect.provide(TestClock.layer()), Effect.runPromise))
})
