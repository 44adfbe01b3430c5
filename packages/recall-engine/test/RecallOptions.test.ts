// Verifies: RE-10, RE-14, RE-15
import { assert, describe, it } from "@effect/vitest"
import { Limits } from "@reminisce/schema"
import * as Effect from "effect/Effect"
import { Recall } from "../src/index.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"

describe("recall options", () => {
  const refused: ReadonlyArray<readonly [options: object, field: string, rule: string]> = [
    [{ k: 0 }, "k", "out-of-range"],
    [{ k: 101 }, "k", "out-of-range"],
    [{ k: 1.5 }, "k", "integer"],
    [{ k: -0 }, "k", "integer"],
    [{ dueK: 65 }, "dueK", "out-of-range"],
    [{ expand: 1 }, "expand", "out-of-range"],
    [{ at: "yesterday" }, "at", "instant"],
    [{ at: "2023-05-08T10:00:00" }, "at", "instant-without-zone"],
    [{ asOf: 1e300 }, "asOf", "instant"],
    [{ floor: "none" }, "floor", "not-one-of"],
    [{ aspects: [""] }, "aspects", "empty"],
    [{ subject: "a\u0000b" }, "subject", "control-character"],
    [{ after: "r 1 2" }, "after", "cursor"],
    [{ after: "t 5 m_1" }, "after", "cursor"],
    [{ limit: 5 }, "options", "unknown-field"],
    [{ expectation: 1 }, "options", "unknown-field"],
  ]
  for (const [options, field, rule] of refused) {
    it.effect(`refuses ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const recall = yield* Recall
        const error = yield* Effect.flip(recall.recall(alice, "gate", options))
        assert.deepInclude(error, { _tag: "Invalid", field, rule })
      }).pipe(Effect.provide(layerRecall)),
    )
  }

  it.effect("refuses a query over its cap, or of broken Unicode, and never repeats it", () =>
    Effect.gen(function* () {
      const recall = yield* Recall
      const large = yield* Effect.flip(recall.recall(alice, "é".repeat(Limits.queryBytes)))
      assert.deepInclude(large, { _tag: "TooLarge", field: "query", cap: Limits.queryBytes })
      const broken = yield* Effect.flip(recall.recall(alice, "canary \ud800"))
      assert.deepInclude(broken, { _tag: "Invalid", field: "query" })
      assert.notInclude(JSON.stringify(broken) + broken.message, "canary")
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("accepts expand 0, an instant as text, and one subject or several", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "gate" })
      const recall = yield* Recall
      const answer = yield* recall.recall(alice, "gate", {
        expand: 0,
        at: "2023-05-08T10:00:00Z",
        subject: ["a", "b"],
        events: ["rota_review"],
        dueK: 1,
      })
      assert.strictEqual(answer.at, Date.UTC(2023, 4, 8, 10))
      assert.strictEqual(answer.scanned, 1)
    }).pipe(Effect.provide(layerRecall)),
  )
})

describe("a query", () => {
  it.effect("of nonsense answers nothing, and says why", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" })
      const recall = yield* Recall
      const outcomes = yield* Effect.forEach(["xyzzy plugh", "", "?!", "…"], (query) =>
        Effect.map(recall.recall(alice, query), ({ memories, nothing, scanned }) => [
          memories.length,
          nothing,
          scanned,
        ]),
      )
      assert.deepStrictEqual(outcomes, [
        [0, "no-match", 1],
        [0, "no-words", 1],
        [0, "no-words", 1],
        [0, "no-words", 1],
      ])
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("with one unknown word still answers, and names the word's weight 0", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "the gate" })
      const recall = yield* Recall
      const answer = yield* recall.recall(alice, "xyzzy gate")
      assert.deepStrictEqual(
        answer.memories.map(({ key }) => key),
        ["m_1"],
      )
      const weights = answer.terms.map(({ memories, weight }) => `${memories}:${weight}`)
      assert.sameMembers([...new Set(weights)], ["0:0", "1:256"])
      const injected = yield* recall.recall(alice, "xyzzy plugh frob gate", { floor: "injection" })
      assert.deepStrictEqual([injected.memories, injected.nothing], [[], "below-floor"])
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("of many words uses 32 terms and says how many it leaves out", () =>
    Effect.gen(function* () {
      const recall = yield* Recall
      const words = Array.from(
        { length: 40 },
        (_, i) => `${"bcdfghjklm"[i % 10]}arn${"aeiou"[i % 5]}${i}x`,
      )
      const answer = yield* recall.recall(alice, words.join(" "))
      assert.strictEqual(answer.terms.length, 32)
      assert.isAbove(answer.termsLeftOut ?? 0, 0)
    }).pipe(Effect.provide(layerRecall)),
  )
})
