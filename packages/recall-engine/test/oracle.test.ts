/**
 * The engine against the naive reading of its rules, over random worlds.
 * Verifies: AS-02, AS-06, RE-04, RE-05
 *
 * @module
 */
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { RankingRules, Recall, type RecallOptions } from "../src/index.ts"
import { queryTerms } from "../src/internal/readQuestion.ts"
import { layerRecall, layerRecallBeside, layerRecallInStore } from "./support/memoryFixture.ts"
import { recallNaively } from "./support/naiveRecall.ts"
import {
  type Dice,
  makeDice,
  makeWorld,
  queryText,
  SUBJECTS,
  writePlan,
  writeSubjects,
} from "./support/World.ts"

const analyser = makeAnalyser()
const START = Date.UTC(2023, 4, 10)
const HOUR = 3_600_000

const randomOptions = (dice: Dice, now: number): RecallOptions => ({
  k: dice.pick([1, 3, 8, 100]),
  ...(dice.chance(40) ? { subject: [dice.pick(SUBJECTS), dice.pick(SUBJECTS)] } : {}),
  ...(dice.chance(20) ? { aspects: [dice.pick(["semantic", "affective", "custom", "none"])] } : {}),
  ...(dice.chance(20) ? { asOf: now - dice.roll(10) * HOUR } : {}),
  ...(dice.chance(20) ? { at: null } : {}),
})

const layerFewEchoes = Layer.effect(
  RankingRules,
  Effect.map(RankingRules, (usual) => ({ ...usual, echoMost: 2 })),
)

/** One session over one random world: every answer is what the rules say. */
const liveThrough = (seed: number, plans: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START)
    const dice = makeDice(seed)
    const world = makeWorld("alice")
    const recall = yield* Recall
    yield* writeSubjects(world)
    let focus: RecallOptions["focus"]
    for (let plan = 0; plan < plans; plan++) {
      if (dice.chance(60)) yield* writePlan(world, dice, analyser)
      else yield* TestClock.adjust(dice.roll(4) * HOUR)
      const now = yield* Clock.currentTimeMillis
      const options = randomOptions(dice, now)
      const query = dice.chance(10) ? null : queryText(dice)
      const at = options.at === undefined ? Number(options.asOf ?? now) : null
      const rules = yield* RankingRules
      const answer = yield* recall.recall(world.owner, query, {
        ...options,
        ...(focus === undefined || options.subject !== undefined ? {} : { focus }),
      })
      const used = focus !== undefined && options.subject === undefined ? focus : undefined
      const naive = recallNaively([...world.memories.values()], {
        terms: query === null ? undefined : queryTerms(analyser, query, at, rules).terms,
        focus: (used === undefined ? [] : (used as typeof answer.focus).cues)
          .filter(({ kind }) => kind === "term")
          .map(({ value, strength }) => ({ term: value, strength })),
        audience: new Set([options.subject ?? []].flat()),
        aspects: options.aspects,
        asOf: options.asOf === undefined ? undefined : Number(options.asOf),
        at,
        echoMost: rules.echoMost,
      })
      const expected = naive.hits.slice(0, options.k)
      assert.deepStrictEqual(
        answer.memories.map(({ key }, i) => ({
          key,
          score: answer.scores[i],
          focus: answer.parts[i]?.focus,
          duplicates: answer.duplicates[i],
        })),
        expected,
      )
      assert.strictEqual(answer.scanned, naive.scanned)
      assert.deepStrictEqual(
        answer.terms.map(({ memories, weight }) => ({ memories, weight })),
        naive.weights,
      )
      assert.strictEqual(answer.next !== undefined, naive.hits.length > (options.k ?? 8))
      if (options.subject === undefined) focus = answer.focus
    }
  })

const Life = {
  seed: Schema.Int,
  plans: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
}

describe("Recall against its rules read naively", () => {
  for (const [place, layer, runs] of [
    ["in the store", layerRecall, 100],
    ["beside it", layerRecallBeside, 30],
    ["in another store", layerRecallInStore, 30],
  ] as const) {
    it.effect.prop(
      `answers the same memories, scores, parts, duplicates and counts, its index ${place}`,
      Life,
      ({ seed, plans }) => liveThrough(seed, plans).pipe(Effect.provide(layer)),
      { timeout: 120_000, arbitrary: { runs } },
    )
  }

  it.effect.prop(
    "gives no echo to what too many memories have",
    Life,
    ({ plans, seed }) =>
      liveThrough(seed, plans).pipe(
        Effect.provide(
          layerRecall.pipe(Layer.provide(layerFewEchoes), Layer.provideMerge(layerFewEchoes)),
        ),
      ),
    { timeout: 120_000, arbitrary: { runs: 30 } },
  )
})
