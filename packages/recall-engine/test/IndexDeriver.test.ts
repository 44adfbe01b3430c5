// Verifies: RE-32
import { assert, describe, it } from "@effect/vitest"
import { Analyser, makeAnalyser } from "@reminisce/analyser"
import { memorySchema } from "@reminisce/schema"
import { Derivers, MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { checkIndex, makeIndexDeriver, Recall } from "../src/index.ts"
import { indexPages } from "./support/indexPages.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"
import { makeDice, makeWorld, WITHOUT_DERIVER, writePlan, writeSubjects } from "./support/World.ts"

const analyser = makeAnalyser()
const START = Date.UTC(2023, 4, 10)

describe("the index", () => {
  it.effect.prop(
    "is byte for byte the same when made anew, and when its writers had no deriver",
    { seed: Schema.Int, plans: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })) },
    ({ seed, plans }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const recall = yield* Recall
        const derived = makeWorld("derived")
        const followed = makeWorld("followed")
        const [diceOne, diceTwo, more] = [makeDice(seed), makeDice(seed), makeDice(seed + 1)]
        yield* writeSubjects(derived)
        yield* writeSubjects(followed)
        for (let plan = 0; plan < plans; plan++) {
          yield* TestClock.setTime(START + plan * 10_000_000)
          yield* writePlan(derived, diceOne, analyser)
          yield* TestClock.setTime(START + plan * 10_000_000)
          yield* writePlan(followed, diceTwo, analyser, more.chance(50) ? WITHOUT_DERIVER : [])
          if (more.chance(30)) yield* recall.recall(followed.owner, "gate")
        }
        yield* recall.recall(followed.owner, "gate")
        const pages = yield* indexPages(derived.owner)
        assert.deepStrictEqual(yield* indexPages(followed.owner), pages)
        yield* recall.reindex(derived.owner)
        assert.deepStrictEqual(yield* indexPages(derived.owner), pages)
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000, arbitrary: { runs: 40 } },
  )

  it.effect(
    "knows the neighbours in trails of any length, several of which a plan puts in or moves away",
    () =>
      Effect.gen(function* () {
        const dice = makeDice(7)
        const store = yield* MemoryStore
        const place = () => ({ trail: dice.chance(80) ? "long" : "short", ordinal: dice.roll(150) })
        const left = Array.from({ length: 120 }, (_, i) => ({
          key: `m_${dice.roll(1_000_000)}_${i}`,
          attributes: place(),
        }))
        const planted: Array<string> = []
        while (left.length > 0) {
          const some = left.splice(0, 1 + dice.roll(30))
          yield* plant(alice, ...some)
          planted.push(...some.map(({ key }) => key))
          const moving = new Set(Array.from({ length: dice.roll(6) }, () => dice.pick(planted)))
          const set = [...moving].map((key) => ({ type: "memory", key, attributes: place() }))
          yield* store.update(alice, () => Effect.succeed({ answer: undefined, draft: { set } }))
        }
        assert.deepStrictEqual(yield* checkIndex(alice), { _tag: "Sound" })
      }).pipe(Effect.provide(layerRecall)),
    120_000,
  )

  it.effect("keeps no byte of words that were erased", () =>
    Effect.gen(function* () {
      yield* plant(
        alice,
        {
          key: "m_1",
          content: "The zanzibar gate",
          attributes: { facets: ["speaker=Quillfeather"] },
        },
        { key: "m_2", content: "The gate" },
      )
      const store = yield* MemoryStore
      yield* store.update(alice, () =>
        Effect.succeed({
          answer: undefined,
          draft: { unset: [{ type: "memory", key: "m_1", attributes: ["content", "facets"] }] },
        }),
      )
      const pages = yield* indexPages(alice)
      const text = [...pages].map(([name, bytes]) => name + Buffer.from(bytes, "hex")).join("\n")
      assert.notInclude(text.toLowerCase(), "zanzib")
      assert.notInclude(text.toLowerCase(), "quillfeather")
      const recall = yield* Recall
      assert.deepStrictEqual(
        (yield* recall.recall(alice, "gate")).memories.map(({ key }) => key),
        ["m_2"],
      )
    }).pipe(Effect.provide(layerRecall)),
  )
})

describe("two versions of the index", () => {
  const deriverOf = (version: string) => makeIndexDeriver({ ...analyser, version })
  const recallOf = (version: string) =>
    Recall.layer.pipe(Layer.provide(Layer.succeed(Analyser, { ...analyser, version })))

  /** Runs `use` with a store that one version writes and another reads. */
  const between = (writer: string, reader: string) =>
    recallOf(reader).pipe(
      Layer.provideMerge(
        MemoryStore.layerMemory(memorySchema).pipe(
          Layer.provide(Layer.succeed(Derivers, [deriverOf(writer)])),
        ),
      ),
    )

  it.effect("a successor takes the index over without being asked", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" })
      const recall = yield* Recall
      assert.strictEqual((yield* recall.recall(alice, "gate")).memories.length, 1)
      assert.strictEqual((yield* recall.recall(alice, "gate")).memories.length, 1)
    }).pipe(Effect.provide(between("words-9", "words-10"))),
  )

  it.effect("after a successor, an older version neither writes nor reads", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" })
      const recall = yield* Recall
      yield* recall.recall(alice, "gate")
      const refused = yield* Effect.flip(plant(alice, { key: "m_2", content: "the well" }))
      assert.strictEqual(refused.reason._tag, "Unsupported")
      const store = yield* MemoryStore
      const kept = yield* store.read(alice, (view) => view.get("memory", ["m_2"]))
      assert.deepStrictEqual(kept, [undefined])
    }).pipe(Effect.provide(between("words-9", "words-10"))),
  )

  it.effect("another analyser reads only after it was told to reindex", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" })
      const recall = yield* Recall
      const refused = yield* Effect.flip(recall.recall(alice, "gate"))
      assert.strictEqual(refused._tag, "StoreError")
      yield* recall.reindex(alice)
      assert.strictEqual((yield* recall.recall(alice, "gate")).memories.length, 1)
    }).pipe(Effect.provide(between("words-9", "letters-1"))),
  )

  it.effect("an older version is refused by a newer one's index", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" })
      const recall = yield* Recall
      const refused = yield* Effect.flip(recall.recall(alice, "gate"))
      assert.strictEqual(refused._tag, "StoreError")
    }).pipe(Effect.provide(between("words-10", "words-9"))),
  )
})
