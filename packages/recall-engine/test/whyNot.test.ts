import { assert, describe, it } from "@effect/vitest"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Recall } from "../src/index.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"
import { writeSubjects } from "./support/World.ts"

const NOW = 1_000_000

/** Moves a memory's status as the write path would. */
const move = (key: string, status: string, ordinal = 1) =>
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

const supersede = (older: string, newer: string) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(alice, (_view, at) =>
      Effect.succeed({
        answer: undefined,
        draft: {
          link: [
            {
              type: "supersession",
              ends: {
                older: { type: "memory", key: older },
                newer: { type: "memory", key: newer },
              },
              attributes: { recordedAt: at },
            },
          ],
        },
      }),
    ),
  )

describe("whyNot", () => {
  it.effect("names the first condition that does not hold", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      yield* writeSubjects({ owner: alice, memories: new Map() })
      yield* plant(
        alice,
        { key: "m_old", content: "the gate opens at noon" },
        { key: "m_new", content: "the gate opens at dawn" },
        { key: "m_private", content: "the gate is Mara's", attributes: { concerns: ["p_1"] } },
        { key: "m_forgotten", content: "the gate is red" },
        { key: "m_over", content: "the gate is shut", attributes: { validFrom: 5, validTo: 9 } },
        { key: "m_felt", content: "the gate", attributes: { aspects: ["affective"] } },
        { key: "m_strand", content: "the gate", attributes: { aspects: ["persona"] } },
        { key: "m_other", content: "the well and the mill" },
      )
      yield* move("m_forgotten", "forgotten")
      yield* move("m_old", "superseded")
      yield* supersede("m_old", "m_new")
      yield* supersede("m_old", "m_private")
      const recall = yield* Recall
      const why = (key: string, options = {}) => recall.whyNot(alice, "gate at dawn", key, options)
      assert.deepStrictEqual(yield* why("m_old"), {
        outcome: "not-active",
        status: "superseded",
        supersededBy: ["m_new"],
      })
      const own = yield* why("m_old", { subject: "p_1" })
      assert.deepInclude(own, { supersededBy: ["m_new", "m_private"] })
      assert.deepInclude(yield* why("m_forgotten"), { outcome: "not-active", status: "forgotten" })
      assert.deepStrictEqual(yield* why("m_over"), {
        outcome: "outside-validity",
        at: NOW,
        validFrom: 5,
        validTo: 9,
      })
      assert.deepInclude(yield* why("m_over", { at: 5 }), { outcome: "answered" })
      assert.deepInclude(yield* why("m_over", { at: null }), { outcome: "answered" })
      assert.deepInclude(yield* why("m_felt"), { outcome: "other-aspects" })
      assert.deepInclude(yield* why("m_felt", { aspects: ["affective"] }), { outcome: "answered" })
      assert.deepInclude(yield* why("m_strand", { aspects: ["persona"] }), {
        outcome: "other-aspects",
      })
      assert.deepInclude(yield* why("m_new", { aspects: ["episodic"] }), {
        outcome: "other-aspects",
      })
      assert.deepStrictEqual(yield* why("m_new", { asOf: NOW - 1 }), {
        outcome: "not-yet-recorded",
        recordedAt: NOW,
      })
      const none = yield* why("m_other")
      assert.deepInclude(none, { outcome: "no-common-term", memoryTerms: ["mill", "well"] })
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("answers like an unknown key for what the audience may not see", () =>
    Effect.gen(function* () {
      yield* writeSubjects({ owner: alice, memories: new Map() })
      yield* plant(alice, { key: "m_1", content: "gate", attributes: { concerns: ["p_1", "p_2"] } })
      const recall = yield* Recall
      for (const [key, subject] of [
        ["m_1", []],
        ["m_1", ["p_1"]],
        ["m_2", ["p_1", "p_2"]],
      ] as const) {
        const refused = yield* Effect.flip(recall.whyNot(alice, "gate", key, { subject }))
        assert.deepStrictEqual([refused._tag, { ...refused }], ["NotFound", { _tag: "NotFound" }])
      }
      const seen = yield* recall.whyNot(alice, "gate", "m_1", { subject: ["p_1", "p_2"] })
      assert.strictEqual(seen.outcome, "answered")
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("tells the place of a memory further down, its parts, and whom it stands behind", () =>
    Effect.gen(function* () {
      yield* plant(
        alice,
        { key: "m_1", content: "The gate, at dawn!" },
        { key: "m_2", content: "the gate at DAWN" },
        { key: "m_3", content: "gate and well" },
        { key: "m_4", content: "gate and mill" },
      )
      const recall = yield* Recall
      assert.deepStrictEqual(yield* recall.whyNot(alice, "gate at dawn", "m_2", { k: 1 }), {
        outcome: "duplicate",
        of: "m_1",
      })
      const third = yield* recall.whyNot(alice, "gate at dawn", "m_3", { k: 1 })
      assert.deepInclude(third, { outcome: "further-down", rank: 3, of: 4 })
      const fourth = yield* recall.whyNot(alice, "gate at dawn", "m_4", { k: 1 })
      assert.deepInclude(fourth, { outcome: "further-down", rank: 4, of: 4 })
      const floored = yield* recall.whyNot(alice, "gate at dawn", "m_4", { floor: "injection" })
      assert.deepInclude(floored, { outcome: "below-floor", rank: 4 })
    }).pipe(Effect.provide(layerRecall)),
  )
})
