import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { RankingRules, REACH_OWNERS, Recall } from "../src/index.ts"
import { queryTerms } from "../src/internal/readQuestion.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"
import { recallNaively } from "./support/naiveRecall.ts"
import { makeDice, makeWorld, queryText, writePlan, writeSubjects } from "./support/World.ts"

const analyser = makeAnalyser()

describe("reach", () => {
  it.effect.prop(
    "ranks the memories of several owners as if one had them all",
    { seed: Schema.Int },
    ({ seed }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2023, 4, 10))
        const dice = makeDice(seed)
        const worlds = ["alice", "team", "empty"].map(makeWorld)
        for (const world of worlds) {
          if (world.owner.name === "empty") continue
          yield* writeSubjects(world)
          for (let plan = 0; plan < 3; plan++) yield* writePlan(world, dice, analyser)
        }
        const now = yield* Clock.currentTimeMillis
        const rules = yield* RankingRules
        const query = queryText(dice)
        const recall = yield* Recall
        const answer = yield* recall.reach(
          worlds.map(({ owner }) => owner),
          query,
          { k: 100 },
        )
        // Trails and copies of different owners never meet: their names are made different.
        const all = worlds.flatMap(({ owner, memories }) =>
          [...memories.values()].map((memory) => ({
            ...memory,
            key: `${memory.key}\n${owner.name}`,
            attributes: {
              ...memory.attributes,
              ...(memory.attributes.trail === undefined
                ? {}
                : { trail: `${owner.name} ${memory.attributes.trail}` }),
              ...(memory.attributes.content === undefined
                ? {}
                : { content: `${owner.name} ${memory.attributes.content}` }),
            },
          })),
        )
        const naive = recallNaively(all, {
          terms: queryTerms(analyser, query, now, rules).terms,
          focus: [],
          audience: new Set(),
          aspects: undefined,
          asOf: undefined,
          at: now,
        })
        const scores = (hits: ReadonlyArray<{ readonly score: number }>) =>
          hits.map(({ score }) => score).slice(0, 100)
        assert.deepStrictEqual(scores(answer.hits), scores(naive.hits))
        assert.deepStrictEqual(
          new Set(answer.hits.map(({ owner, memory }) => `${memory.key}\n${owner.name}`)),
          new Set(naive.hits.slice(0, 100).map(({ key }) => key)),
        )
        assert.strictEqual(
          answer.owners.reduce((sum, { scanned }) => sum + scanned, 0),
          naive.scanned,
        )
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000 },
  )

  it.effect("refuses no owners, too many, and one named twice", () =>
    Effect.gen(function* () {
      yield* plant(alice, { key: "m_1", content: "gate" })
      const recall = yield* Recall
      const many = Array.from({ length: REACH_OWNERS + 1 }, (_, i) => ({ kind: "a", name: `${i}` }))
      for (const [owners, rule] of [
        [[], "out-of-range"],
        [many, "out-of-range"],
        [[alice, alice], "named-twice"],
      ] as const) {
        const refused = yield* Effect.flip(recall.reach(owners, "gate"))
        assert.deepInclude(refused, { _tag: "Invalid", field: "owners", rule })
      }
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect(
    "and recall keep owners apart whose names share a prefix or hold signs of patterns",
    () =>
      Effect.gen(function* () {
        const names = ["a", "a_", "a%", "a/", "a/b", "ab", "A", "a\\", "a'", "*", "_", "%", "ä"]
        const owners = names.map((name) => ({ kind: "agent", name }))
        for (const [i, owner] of owners.entries()) {
          yield* plant(owner, { key: "m_1", content: `the gate of number${i}` })
        }
        const recall = yield* Recall
        for (const [i, owner] of owners.entries()) {
          const own = yield* recall.recall(owner, "gate")
          assert.deepStrictEqual(
            [own.scanned, own.memories.map(({ content }) => content)],
            [1, [`the gate of number${i}`]],
          )
          const sibling = owners[(i + 1) % owners.length] ?? owner
          const both = yield* recall.reach([owner, sibling], "gate")
          assert.sameDeepMembers(
            both.hits.map(({ owner: of }) => of),
            [owner, sibling],
          )
          assert.deepStrictEqual(
            both.owners.map(({ scanned }) => scanned),
            [1, 1],
          )
        }
        const unknown = yield* recall.reach([{ kind: "agent", name: "a_b" }], "gate")
        assert.deepStrictEqual([unknown.hits, unknown.nothing], [[], "no-match"])
      }).pipe(Effect.provide(layerRecall)),
  )
})
