// Verifies: AS-01, AS-02, AS-06, AS-07, RE-13, RE-29, ST-23
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Recall } from "../src/index.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"
import { makeDice, makeWorld, SUBJECTS, writePlan, writeSubjects } from "./support/World.ts"

const analyser = makeAnalyser()
const START = Date.UTC(2023, 4, 10)

const setStatus = (key: string, status: string, ordinal: number) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(alice, (_view, at) =>
      Effect.succeed({
        answer: undefined,
        draft: {
          set: [{ type: "memory", key, attributes: { status } }],
          create: [
            {
              type: "statusChange",
              key: `${key}#${ordinal}`,
              attributes: { memory: key, ordinal, status, at },
            },
          ],
        },
      }),
    ),
  )

describe("asOf", () => {
  it.effect("tells what was known and current then: forgotten, undone, forgotten again", () =>
    Effect.gen(function* () {
      const recall = yield* Recall
      const at = (time: number) => TestClock.setTime(time)
      yield* at(100)
      yield* plant(alice, { key: "m_1", content: "the gate" })
      yield* at(200)
      yield* setStatus("m_1", "forgotten", 1)
      yield* at(300)
      yield* setStatus("m_1", "active", 2)
      yield* at(400)
      yield* setStatus("m_1", "inactive", 3)
      yield* at(500)
      yield* setStatus("m_1", "forgotten", 4)
      const statusAt = (instant: number) =>
        Effect.map(recall.asOf(alice, instant), ({ memories }) => memories[0]?.status)
      const found = yield* Effect.forEach(
        [99, 100, 199, 200, 299, 300, 399, 400, 499, 500],
        statusAt,
      )
      assert.deepStrictEqual(found, [
        undefined,
        "active",
        "active",
        undefined,
        undefined,
        "active",
        "active",
        "inactive",
        "inactive",
        undefined,
      ])
      const recalledAt = (asOf: number) =>
        Effect.map(recall.recall(alice, "gate", { asOf }), ({ memories }) => memories.length)
      assert.deepStrictEqual(
        yield* Effect.forEach([99, 100, 200, 300, 400, 500], recalledAt),
        [0, 1, 0, 1, 0, 0],
      )
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("gives back no word erased since, at any instant", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100)
      yield* plant(alice, { key: "m_1", content: "the gate" })
      yield* TestClock.setTime(200)
      const store = yield* MemoryStore
      yield* store.update(alice, () =>
        Effect.succeed({
          answer: undefined,
          draft: { unset: [{ type: "memory", key: "m_1", attributes: ["content"] }] },
        }),
      )
      yield* setStatus("m_1", "withdrawn", 1)
      const recall = yield* Recall
      const before = yield* recall.asOf(alice, 150)
      assert.deepStrictEqual(
        before.memories.map(({ key, content }) => [key, content]),
        [["m_1", undefined]],
      )
      assert.deepStrictEqual((yield* recall.asOf(alice, 250)).memories, [])
      assert.deepStrictEqual((yield* recall.recall(alice, "gate", { asOf: 150 })).memories, [])
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("shows strands of the persona, which no recall does", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100)
      yield* plant(alice, {
        key: "m_1",
        content: "I am brief",
        attributes: { aspects: ["persona"] },
      })
      const recall = yield* Recall
      assert.strictEqual((yield* recall.asOf(alice, 100)).memories.length, 1)
      assert.strictEqual((yield* recall.listMemories(alice)).memories.length, 0)
      assert.strictEqual((yield* recall.recall(alice, "brief")).scanned, 0)
    }).pipe(Effect.provide(layerRecall)),
  )
})

describe("paging", () => {
  it.effect.prop(
    "shows every visible memory once, the latest first, whatever the size of a page",
    { seed: Schema.Int, limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })) },
    ({ seed, limit }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const dice = makeDice(seed)
        const world = makeWorld("alice")
        yield* writeSubjects(world)
        for (let plan = 0; plan < 4; plan++) yield* writePlan(world, dice, analyser)
        const recall = yield* Recall
        const options = dice.chance(50) ? { subject: dice.pick(SUBJECTS) } : {}
        const whole = yield* recall.listMemories(world.owner, { ...options, limit: 1_000 })
        assert.strictEqual(whole.memories.length, whole.scanned)
        const seen: Array<string> = []
        for (let after: string | undefined; ; ) {
          const page = yield* recall.listMemories(world.owner, {
            ...options,
            limit,
            ...(after === undefined ? {} : { after }),
          })
          seen.push(...page.memories.map(({ key }) => key))
          if (page.next === undefined) break
          after = page.next
        }
        assert.deepStrictEqual(
          seen,
          whole.memories.map(({ key }) => key),
        )
        const times = whole.memories.map(({ recordedAt }) => recordedAt)
        assert.deepStrictEqual(
          times,
          [...times].sort((a, b) => b - a),
        )
        const listed = yield* recall.recall(world.owner, null, {
          ...options,
          list: true,
          k: 100,
          at: null,
        })
        assert.deepStrictEqual(listed.memories, whole.memories.slice(0, 100))
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000 },
  )

  it.effect.prop(
    "of a ranking shows every match once, ties and copies or not",
    { seed: Schema.Int, k: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 })) },
    ({ seed, k }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const dice = makeDice(seed)
        const contents = ["the gate", "The gate!", "gate and well", "gate and mill", "well", "gate"]
        yield* plant(
          alice,
          ...Array.from({ length: 30 }, (_, i) => ({
            key: `m_${(i * 7919) % 30}`,
            content: dice.pick(contents),
            attributes: dice.chance(30) ? { occurredAt: dice.roll(3) } : {},
          })),
        )
        const recall = yield* Recall
        const whole = yield* recall.recall(alice, "gate well", { k: 100 })
        const seen: Array<string> = []
        for (let after: string | undefined; ; ) {
          const page = yield* recall.recall(alice, "gate well", {
            k,
            ...(after === undefined ? {} : { after }),
          })
          seen.push(...page.memories.map(({ key }) => key))
          if (page.next === undefined) break
          after = page.next
        }
        assert.deepStrictEqual(
          seen,
          whole.memories.map(({ key }) => key),
        )
        const everyone = [...seen, ...whole.duplicates.flat()]
        assert.strictEqual(new Set(everyone).size, everyone.length)
        assert.strictEqual(whole.scanned, 30)
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000 },
  )
})
