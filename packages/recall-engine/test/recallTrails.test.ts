// Verifies: RE-33
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { RankingRules, Recall } from "../src/index.ts"
import { queryTerms } from "../src/internal/readQuestion.ts"
import { termWeight } from "../src/termWeight.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"
import {
  isNaivelyVisible,
  NAIVE_RULES,
  type NaiveMemory,
  recallNaively,
} from "./support/naiveRecall.ts"
import {
  makeDice,
  makeWorld,
  queryText,
  SUBJECTS,
  writePlan,
  writeSubjects,
} from "./support/World.ts"

const analyser = makeAnalyser()

/** A memory without a place in a trail stands for itself. */
const trailOf = ({ key, attributes }: NaiveMemory): string =>
  attributes.trail === undefined || attributes.ordinal === undefined
    ? `alone ${key}`
    : `trail ${attributes.trail}`

describe("recallTrails", () => {
  it.effect.prop(
    "ranks trails by their best memory and by how much of the query they speak of",
    { seed: Schema.Int },
    ({ seed }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2023, 4, 10))
        const dice = makeDice(seed)
        const world = makeWorld("alice")
        yield* writeSubjects(world)
        for (let plan = 0; plan < 5; plan++) yield* writePlan(world, dice, analyser)
        const now = yield* Clock.currentTimeMillis
        const query = queryText(dice)
        const subject = dice.chance(30) ? [dice.pick(SUBJECTS)] : []
        const recall = yield* Recall
        const answer = yield* recall.recallTrails(world.owner, query, { k: 100, subject })
        const { terms } = queryTerms(analyser, query, now, yield* RankingRules)
        const scene = {
          terms,
          focus: [],
          audience: new Set(subject),
          aspects: undefined,
          asOf: undefined,
          at: now,
        }
        const memories = [...world.memories.values()]
        const visible = memories.filter((memory) => isNaivelyVisible(memory, scene))
        const trails = Map.groupBy(visible, trailOf)
        const covered = (members: ReadonlyArray<NaiveMemory>): number =>
          terms.reduce((sum, term) => {
            const having = (some: ReadonlyArray<NaiveMemory>) =>
              some.filter((each) => each.terms.has(term)).length
            const df = [...trails.values()].filter((each) => having(each) > 0).length
            const mine = having(members)
            if (mine === 0) return sum
            return sum + Math.floor((6 * 1024 * termWeight(trails.size, df) * mine) / (mine + 2))
          }, 0)
        // A trail is not less for saying what another says.
        const naive = recallNaively(memories, scene, { ...NAIVE_RULES, isCopy: () => false })
        const expected = new Map<string, number>()
        for (const hit of naive.hits) {
          const memory = world.memories.get(hit.key)
          if (memory === undefined || expected.has(trailOf(memory))) continue
          const members = trails.get(trailOf(memory)) ?? []
          expected.set(trailOf(memory), hit.score + covered(members))
        }
        const found = answer.trails.map(({ best, score }) => {
          const memory = world.memories.get(best.key)
          return [memory === undefined ? "" : trailOf(memory), score] as const
        })
        assert.deepStrictEqual(new Map(found), expected)
        assert.strictEqual(found.length, expected.size)
        assert.deepStrictEqual(
          found.map(([, score]) => score),
          [...expected.values()].sort((a, b) => b - a),
        )
        assert.strictEqual(answer.scannedTrails, trails.size)
        assert.strictEqual(answer.scanned, visible.length)
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000, arbitrary: { runs: 40 } },
  )

  it.effect("finds the conversation that speaks of it all before those that speak of a part", () =>
    Effect.gen(function* () {
      const said = (trail: string, ...contents: ReadonlyArray<string>) =>
        contents.map((content, ordinal) => ({
          key: `${trail}_${ordinal}`,
          content,
          attributes: { trail, ordinal },
        }))
      yield* plant(
        alice,
        ...said("monday", "the gate opens", "bread is late", "dinner", "rain", "the gate again"),
        ...said("tuesday", "a lantern", "of the harbour", "and of the mill", "fog", "the gate"),
        { key: "m_alone", content: "a lantern" },
      )
      const recall = yield* Recall
      const { trails, scannedTrails } = yield* recall.recallTrails(
        alice,
        "lantern at the mill gate",
      )
      assert.strictEqual(scannedTrails, 3)
      assert.strictEqual(trails[0]?.trail, "tuesday")
      assert.sameMembers(
        trails.map(({ trail }) => trail),
        ["tuesday", "monday", undefined],
      )
      const none = yield* recall.recallTrails(alice, "zeppelin")
      assert.deepStrictEqual([none.trails, none.nothing], [[], "no-match"])
    }).pipe(Effect.provide(layerRecall)),
  )
})
