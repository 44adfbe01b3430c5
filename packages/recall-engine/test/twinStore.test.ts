// Verifies: RE-26
/**
 * What an audience cannot see changes no byte of its answers: a store beside its twin without it.
 *
 * @module
 */
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import { MemoryStore } from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Recall } from "../src/index.ts"
import { layerRecall } from "./support/memoryFixture.ts"
import { isNaivelyVisible } from "./support/naiveRecall.ts"
import {
  makeDice,
  makeWorld,
  queryText,
  SUBJECTS,
  writePlan,
  writeSubjects,
} from "./support/World.ts"

const analyser = makeAnalyser()

describe("a twin store without what the audience cannot see", () => {
  it.effect.prop(
    "answers every query with the same bytes",
    { seed: Schema.Int, plans: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })) },
    ({ seed, plans }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2023, 4, 10))
        const dice = makeDice(seed)
        const world = makeWorld("whole")
        yield* writeSubjects(world)
        for (let plan = 0; plan < plans; plan++) yield* writePlan(world, dice, analyser)
        const now = yield* Clock.currentTimeMillis
        const audience = dice.chance(50) ? [dice.pick(SUBJECTS)] : []
        const scene = {
          terms: [],
          focus: [],
          audience: new Set(audience),
          aspects: undefined,
          asOf: undefined,
          at: now,
        }
        const seen = [...world.memories.values()].filter((each) => isNaivelyVisible(each, scene))
        const twin = makeWorld("whole-twin")
        yield* writeSubjects(twin)
        const store = yield* MemoryStore
        yield* store.update(twin.owner, () =>
          Effect.succeed({
            answer: undefined,
            draft: {
              create: seen.map(({ key, attributes }) => ({ type: "memory", key, attributes })),
            },
          }),
        )
        const recall = yield* Recall
        for (let i = 0; i < 5; i++) {
          const query = queryText(dice)
          const answers = yield* Effect.forEach([world, twin], ({ owner }) =>
            recall.recall(owner, query, { k: 20, subject: audience }),
          )
          const [whole, part] = answers.map((answer) =>
            JSON.stringify({ ...answer, focus: answer.focus.cues }),
          )
          assert.strictEqual(whole, part)
        }
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000 },
  )
})
