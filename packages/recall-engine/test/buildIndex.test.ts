// Verifies: RE-32
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { checkIndex, Recall } from "../src/index.ts"
import { buildIndex } from "../src/internal/buildIndex.ts"
import { indexPages } from "./support/indexPages.ts"
import { alice, layerRecall, plantedAttributes } from "./support/memoryFixture.ts"
import { makeDice, makeWorld, WITHOUT_DERIVER, writePlan, writeSubjects } from "./support/World.ts"

const analyser = makeAnalyser()
const START = Date.UTC(2023, 4, 10)

/** So small that every step is taken many times, and every block in parts. */
const SMALL = { memories: 3, pages: 2, entries: 2, held: 4, beside: 1_000_000 }

describe("an index made in bulk", () => {
  it.effect.prop(
    "is byte for byte the deriver's, whatever its steps, and stays so under later plans",
    { seed: Schema.Int, plans: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 })) },
    ({ seed, plans }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const store = yield* MemoryStore
        const derived = makeWorld("derived")
        const built = makeWorld("built")
        const [diceOne, diceTwo, more] = [makeDice(seed), makeDice(seed), makeDice(seed + 1)]
        yield* writeSubjects(derived)
        yield* writeSubjects(built)
        const writeBoth = Effect.fnUntraced(function* (pages: typeof WITHOUT_DERIVER) {
          const now = yield* Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis)
          yield* writePlan(derived, diceOne, analyser)
          yield* TestClock.setTime(now)
          yield* writePlan(built, diceTwo, analyser, pages)
        })
        for (let plan = 0; plan < plans; plan++) {
          yield* writeBoth(more.chance(50) ? WITHOUT_DERIVER : [])
        }
        const steps = more.chance(70) ? SMALL : undefined
        assert.isTrue(yield* buildIndex(store, built.owner, analyser, steps))
        assert.deepStrictEqual(yield* indexPages(built.owner), yield* indexPages(derived.owner))
        yield* writeBoth([])
        assert.deepStrictEqual(yield* indexPages(built.owner), yield* indexPages(derived.owner))
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000, arbitrary: { runs: 18 } },
  )

  it.effect.prop(
    "beside writers comes to what the memories say, at the latest with the next recall",
    { seed: Schema.Int },
    ({ seed }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const inner = yield* MemoryStore
        const recall = yield* Recall
        const world = makeWorld("busy")
        const dice = makeDice(seed)
        yield* writeSubjects(world)
        for (let plan = 0; plan < 4; plan++) yield* writePlan(world, dice, analyser)
        const disturbed = Effect.suspend(() =>
          dice.chance(8) ? writePlan(world, dice, analyser) : Effect.void,
        ).pipe(Effect.provideService(MemoryStore, inner))
        const store = MemoryStore.of({
          ...inner,
          read: (owner, f) => Effect.andThen(disturbed, inner.read(owner, f)),
          update: (owner, decide) => Effect.andThen(disturbed, inner.update(owner, decide)),
        })
        yield* buildIndex(store, world.owner, analyser, SMALL)
        yield* recall.recall(world.owner, "gate")
        assert.deepStrictEqual(yield* checkIndex(world.owner), { _tag: "Sound" })
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000, arbitrary: { runs: 12 } },
  )

  it.effect("leaves the index to whoever took it over meanwhile", () =>
    Effect.gen(function* () {
      const inner = yield* MemoryStore
      const recall = yield* Recall
      const world = makeWorld("taken over")
      yield* writePlan(world, makeDice(5), analyser)
      let reads = 0
      const store = MemoryStore.of({
        ...inner,
        // The first: what was there has been cleared, and the first pages are to be made.
        read: (owner, f) =>
          Effect.andThen(
            ++reads === 1 ? Effect.orDie(recall.recall(world.owner, "gate")) : Effect.void,
            inner.read(owner, f),
          ),
      })
      assert.isFalse(yield* buildIndex(store, world.owner, analyser, SMALL))
      assert.deepStrictEqual(yield* checkIndex(world.owner), { _tag: "Sound" })
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("has its blocks where plans one by one have them, for more memories than a block", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const { postponing, end } = store.derived(alice)
      const count = 16_384 + 70
      for (let from = 0; from < count; from += 8_000) {
        const create = Array.from({ length: Math.min(8_000, count - from) }, (_, i) => ({
          type: "memory",
          key: `m_${from + i}`,
          attributes: plantedAttributes({ key: "", content: `w${(from + i) % 50}` }, START),
        }))
        yield* store.update(alice, () =>
          Effect.succeed({
            answer: undefined,
            draft: { create, pages: from === 0 ? postponing : [] },
          }),
        )
      }
      assert.deepStrictEqual(yield* checkIndex(alice), { _tag: "Behind" })
      yield* end
      assert.deepStrictEqual(yield* checkIndex(alice), { _tag: "Sound" })
    }).pipe(Effect.provide(layerRecall)),
  )
})
