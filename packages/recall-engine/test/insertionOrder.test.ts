// Verifies: RE-03
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Recall } from "../src/index.ts"
import { layerRecall, type Planted, plant } from "./support/memoryFixture.ts"
import { makeDice, queryText } from "./support/World.ts"

const WORDS = ["gate", "well", "mill", "dawn", "bridge", "lantern", "river", "stone"]

const memories: ReadonlyArray<Planted> = Array.from({ length: 40 }, (_, i) => {
  const dice = makeDice(i)
  const words = Array.from({ length: 1 + dice.roll(4) }, () => dice.pick(WORDS)).join(" ")
  return {
    key: `m_${dice.roll(1_000_000)}`,
    content: words,
    attributes: {
      trail: dice.pick(["t1", "t2"]),
      ordinal: dice.roll(15),
      facets: [`speaker=${dice.pick(["Mara", "Tobin"])}`],
    },
  }
})

const shuffled = (seed: number): ReadonlyArray<Planted> => {
  const dice = makeDice(seed)
  return [...memories]
    .map((memory) => ({ memory, at: dice.roll(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ memory }) => memory)
}

describe("recall", () => {
  it.effect(
    "answers the same bytes for fifty orders of writing",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_000_000)
        const recall = yield* Recall
        const owner = (order: number) => ({ kind: "agent", name: `order-${order}` })
        const answers: Array<ReadonlyArray<string>> = []
        for (let order = 0; order < 50; order++) {
          const dice = makeDice(order)
          const left = [...shuffled(order)]
          while (left.length > 0) yield* plant(owner(order), ...left.splice(0, 1 + dice.roll(9)))
          const queries = Array.from({ length: 20 }, (_, i) => queryText(makeDice(1_000 + i)))
          const all = yield* Effect.forEach(queries, (query) =>
            recall.recall(owner(order), query, { k: 100 }),
          )
          // A focus is bound to its owner; what it holds must not differ.
          answers.push(all.map((answer) => JSON.stringify({ ...answer, focus: answer.focus.cues })))
        }
        assert.isAbove(JSON.stringify(answers[0]).length, 10_000)
        for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
      }).pipe(Effect.provide(layerRecall)),
    120_000,
  )
})
