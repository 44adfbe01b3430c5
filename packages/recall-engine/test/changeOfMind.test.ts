// Two memories of one matter, told on different days, and nothing that says the one replaces the other.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import fixture from "../../../fixtures/change-of-mind.json" with { type: "json" }
import { Recall } from "../src/index.ts"
import { alice, layerRecall, type Planted, plant } from "./support/memoryFixture.ts"
import { makeDice } from "./support/World.ts"

const DAY = 86_400_000
const FIRST = Date.UTC(2024, 0, 1)

/** Both memories of every pair in one store, under keys that tell nothing, the newer days later. */
const memories: ReadonlyArray<Planted> = fixture.pairs.flatMap(({ newer, older }, i) => {
  const dice = makeDice(i)
  const day = FIRST + dice.roll(300) * DAY
  const of = (content: string, occurredAt: number): Planted => ({
    key: `m_${dice.roll(1_000_000_000)}`,
    content,
    attributes: { occurredAt },
  })
  return [of(older, day), of(newer, day + (1 + dice.roll(200)) * DAY)]
})

const asked = Effect.gen(function* () {
  yield* plant(alice, ...memories)
  const recall = yield* Recall
  return yield* Effect.forEach(fixture.pairs, ({ newer, older, question }) =>
    Effect.map(recall.recall(alice, question), (answer) => {
      const contents = answer.memories.map(({ content }) => content)
      return { question, newer: contents.indexOf(newer), older: contents.indexOf(older) }
    }),
  )
})

describe("a change of mind nobody recorded", () => {
  it.effect("is told by the later memory, which comes before the earlier one", () =>
    Effect.gen(function* () {
      const places = yield* asked
      const found = places.filter(({ newer }) => newer >= 0)
      const right = found.filter(({ newer, older }) => older < 0 || newer < older)
      const first = places.filter(({ newer }) => newer === 0)
      const share = (part: ReadonlyArray<unknown>) =>
        Math.floor((100 * part.length) / places.length)
      assert.isAtLeast(places.length, 100)
      assert.isAtLeast(share(found), 100)
      assert.isAtLeast(share(right), 96)
      assert.isAtLeast(share(first), 95)
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("that was recorded leaves the earlier one out altogether", () =>
    Effect.gen(function* () {
      const older = new Set(fixture.pairs.map((pair) => pair.older))
      yield* plant(
        alice,
        ...memories.map((memory) =>
          older.has(memory.content ?? "")
            ? { ...memory, attributes: { ...memory.attributes, status: "superseded" } }
            : memory,
        ),
      )
      const recall = yield* Recall
      for (const { newer, question } of fixture.pairs) {
        const { memories: answered } = yield* recall.recall(alice, question)
        const contents = answered.map(({ content }) => content)
        assert.include(contents, newer)
        assert.isFalse(contents.some((content) => older.has(content ?? "")))
      }
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("keeps to the times of the matter, whichever was written first", () =>
    Effect.gen(function* () {
      const mill = { content: "the mill is red" }
      const at = (key: string, times: Record<string, number>): Planted => ({
        key,
        content: `${mill.content} ${key}`,
        attributes: times,
      })
      yield* plant(
        alice,
        at("m_1", { occurredAt: 30 }),
        at("m_2", {}),
        at("m_3", { validFrom: 40 }),
      )
      yield* plant(alice, at("m_4", { occurredAt: 20, validFrom: 50 }))
      const recall = yield* Recall
      const { memories: answered } = yield* recall.recall(alice, "the red mill", { at: null })
      assert.deepStrictEqual(
        answered.map(({ key }) => key),
        ["m_3", "m_1", "m_4", "m_2"],
      )
    }).pipe(Effect.provide(layerRecall)),
  )
})
