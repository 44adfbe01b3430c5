// What every recall owes, whatever it is asked.
// Verifies: LM-06, ME-01, ME-23, RE-06, RE-07, RE-10, RE-13, RE-18, RE-19
import { assert, describe, it } from "@effect/vitest"
import { Analyser } from "@reminisce/analyser"
import { memorySchema, STATUSES } from "@reminisce/schema"
import { MemoryStore, StoreAdmin } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerIndexDeriver, Recall, RecallConfig } from "../src/index.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"

const bob = { kind: "agent", name: "bob" }

/** Every record, page and sequence of an owner. */
const everything = Effect.flatMap(MemoryStore, (store) =>
  store.read(alice, (view) =>
    Effect.gen(function* () {
      const records = yield* Effect.forEach(Object.keys(memorySchema.records), (type) =>
        view.scan(type, { limit: 1_000 }),
      )
      const pages = yield* view.pagesSince("columns", 0)
      return { sequence: view.sequence, records, pages }
    }),
  ),
)

const questions = Effect.gen(function* () {
  const recall = yield* Recall
  const first = yield* recall.recall(alice, "canary gate", { events: ["canary_event"] })
  yield* recall.recall(alice, null, { focus: first.focus })
  yield* recall.recall(alice, null, { list: true })
  yield* recall.recall(alice, "gate", { asOf: 1, at: null, floor: "injection" })
  yield* recall.reach([alice, bob], "canary gate")
  yield* recall.whyNot(alice, "canary", "m_1")
  yield* recall.asOf(alice, 1)
  return yield* recall.listMemories(alice)
})

describe("a recall", () => {
  it.effect("changes nothing in the store and keeps nothing of what it was asked", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" }, { key: "m_2", content: "the mill" })
      const before = yield* everything
      const listed = yield* questions
      assert.deepStrictEqual(yield* everything, before)
      assert.sameMembers(
        listed.memories.map(({ key }) => key),
        ["m_1", "m_2"],
      )
      const { owners } = yield* StoreAdmin
      assert.deepStrictEqual(yield* owners({ limit: 9 }), [alice])
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("is one read of the store, at one sequence", () => {
    let reads = 0
    let updates = 0
    const stored = MemoryStore.layerMemory(memorySchema).pipe(Layer.provide(layerIndexDeriver))
    const counting = Layer.effect(
      MemoryStore,
      Effect.map(MemoryStore, (inner) =>
        MemoryStore.of({
          ...inner,
          read: (owner, use) =>
            Effect.andThen(
              Effect.sync(() => void reads++),
              inner.read(owner, use),
            ),
          update: (owner, decide) =>
            Effect.andThen(
              Effect.sync(() => void updates++),
              inner.update(owner, decide),
            ),
        }),
      ),
    ).pipe(Layer.provide(stored))
    return Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" })
      const recall = yield* Recall
      // The first of a process takes the index in, in as many reads as it is long.
      yield* recall.recall(alice, "gate")
      updates = 0
      for (const query of ["gate", "gate opens", null]) {
        reads = 0
        const { focus } = yield* recall.recall(alice, query)
        yield* recall.recall(alice, query, { focus })
        assert.deepStrictEqual([reads, updates], [2, 0])
      }
    }).pipe(
      Effect.provide(
        Recall.layer.pipe(Layer.provideMerge(counting), Layer.provideMerge(Analyser.layer)),
      ),
    )
  })

  it.effect("considers active memories and those of no other status", () =>
    Effect.gen(function* () {
      yield* plant(
        alice,
        ...STATUSES.map((status) => ({
          key: `m_${status}`,
          content: `the gate ${status}`,
          attributes: { status },
        })),
      )
      const recall = yield* Recall
      const answer = yield* recall.recall(alice, "gate")
      assert.deepStrictEqual(
        [answer.memories.map(({ key }) => key), answer.scanned],
        [["m_active"], 1],
      )
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("leaves out what scores nothing, and counts it all the same", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" }, { key: "m_2", content: "the mill" })
      const recall = yield* Recall
      const answer = yield* recall.recall(alice, "gate")
      assert.deepStrictEqual([answer.memories.length, answer.scanned], [1, 2])
      assert.isTrue(answer.scores.every((score) => score > 0))
      const none = yield* recall.recall(alice, "harbour")
      assert.deepStrictEqual([none.memories, none.scanned], [[], 2])
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("weighs a memory alike whatever its confidence, and shows it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(9)
      yield* plant(
        alice,
        { key: "m_1", content: "the gate is red", attributes: { confidence: 0 } },
        { key: "m_2", content: "the gate is old", attributes: { confidence: 1_000 } },
      )
      const recall = yield* Recall
      const { memories, scores } = yield* recall.recall(alice, "gate")
      assert.deepStrictEqual(
        memories.map(({ key, confidence }) => [key, confidence]),
        [
          ["m_1", 0],
          ["m_2", 1_000],
        ],
      )
      assert.strictEqual(scores[0], scores[1])
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("answers parallel lists, and parts that sum to each score", () =>
    Effect.gen(function* () {
      yield* plant(
        alice,
        { key: "m_1", content: "the gate opens" },
        { key: "m_2", content: "the mill opens" },
      )
      const recall = yield* Recall
      const { focus } = yield* recall.recall(alice, "mill")
      const answer = yield* recall.recall(alice, "opens", { focus })
      assert.hasAllKeys(answer, [
        "memories",
        "scores",
        "parts",
        "duplicates",
        "scanned",
        "due",
        "focus",
        "at",
        "terms",
      ])
      const { memories, scores, parts, duplicates } = answer
      assert.deepStrictEqual(
        [memories, scores, parts, duplicates].map(({ length }) => length),
        [2, 2, 2, 2],
      )
      assert.isAbove(parts[0]?.focus ?? 0, 0)
      assert.deepStrictEqual(
        parts.map((part) => part.query + part.focus + part.affect + part.persona),
        scores,
      )
      assert.isTrue((yield* recall.recall(bob, null, { focus })).focusReset)
    }).pipe(Effect.provide(layerRecall)),
  )
})

describe("the pages of an as-of", () => {
  // Verifies: ST-23
  it.effect("joined are the whole, whatever their size", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 7; i++) {
        yield* TestClock.setTime(10 * Math.floor(i / 2))
        yield* plant(alice, { key: `m_${(i * 3) % 7}`, content: `gate ${i}` })
      }
      const { asOf } = yield* Recall
      const whole = yield* asOf(alice, 20)
      assert.strictEqual(whole.memories.length, 6)
      for (const limit of [1, 2, 4, 6]) {
        const joined: Array<string> = []
        for (let after: string | undefined; ; ) {
          const page = yield* asOf(alice, 20, { limit, ...(after === undefined ? {} : { after }) })
          joined.push(...page.memories.map(({ key }) => key))
          after = page.next
          if (after === undefined) break
        }
        assert.deepStrictEqual(
          joined,
          whole.memories.map(({ key }) => key),
        )
      }
    }).pipe(Effect.provide(layerRecall)),
  )
})

describe("RecallConfig", () => {
  // Verifies: ST-27
  for (const [field, value] of [
    ["residentMemories", 0],
    ["residentMemories", -1],
    ["residentMemories", 1.5],
    ["residentMemories", Number.NaN],
    ["steppedFrom", -1],
    ["steppedFrom", 0.5],
  ] as const) {
    it.effect(`refuses ${field} of ${value} when the layer is built`, () =>
      Effect.gen(function* () {
        const config = { residentMemories: 1, [field]: value }
        const built = Layer.build(
          layerRecall.pipe(Layer.provide(Layer.succeed(RecallConfig)(config))),
        )
        const refused = yield* Effect.flip(Effect.scoped(built))
        assert.deepInclude(refused, { field, rule: "out-of-range" })
      }),
    )
  }
})
