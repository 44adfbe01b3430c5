import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Recall } from "../src/index.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"

describe("Recall", () => {
  it.effect("finds the memory a question in a sentence asks for", () =>
    Effect.gen(function* () {
      yield* plant(
        alice,
        { key: "m_1", content: "The north gate opens at dawn." },
        { key: "m_2", content: "The well is behind the mill." },
      )
      const recall = yield* Recall
      const answer = yield* recall.recall(alice, "when does the gate open")
      assert.deepStrictEqual(
        answer.memories.map(({ key }) => key),
        ["m_1"],
      )
      assert.strictEqual(answer.scanned, 2)
    }).pipe(Effect.provide(layerRecall)),
  )
})
