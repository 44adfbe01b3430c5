// Echo along trails whose memories stand side by side, and along those whose memories do not.
import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "@reminisce/analyser"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Recall } from "../src/index.ts"
import { memoryTerms } from "../src/internal/memoryTerms.ts"
import {
  alice,
  layerRecall,
  type Planted,
  plant,
  plantedAttributes,
} from "./support/memoryFixture.ts"
import { recallNaively } from "./support/naiveRecall.ts"
import { type Dice, makeDice } from "./support/World.ts"

const analyser = makeAnalyser()
const WORDS = ["gate", "well", "mill", "dawn", "lantern", "river", "stone", "bread"]
/** Twenty places a trail, of which the echo spans four on either side. */
const LENGTH = 20

/** Trails one after the other; one in four with its places in disorder, with holes, or hidden in part. */
const randomTrails = (dice: Dice): ReadonlyArray<Planted> =>
  Array.from({ length: 4 }, (_, trail) => {
    const kind = dice.roll(4)
    const members = Array.from({ length: 1 + dice.roll(LENGTH) }, (_, place) => ({
      key: `m_${trail}_${String(place).padStart(2, "0")}`,
      content: [dice.pick(WORDS), `only${trail}x${place}`].join(" "),
      attributes: {
        trail: `t${trail}`,
        ordinal: kind === 1 ? place + Math.floor(place / 3) : place,
        ...(kind === 2 && dice.chance(30) ? { concerns: ["p_1"] } : {}),
      },
    }))
    return kind === 3 ? members.reverse() : members
  }).flat()

describe("echo", () => {
  it.effect.prop(
    "is the same however the memories of a trail stand in the index",
    { seed: Schema.Int },
    ({ seed }) =>
      Effect.gen(function* () {
        const dice = makeDice(seed)
        const planted = randomTrails(dice)
        for (let from = 0; from < planted.length; from += 7) {
          yield* plant(alice, ...planted.slice(from, from + 7))
        }
        const memories = planted.map((memory) => {
          const attributes = plantedAttributes(memory, 0)
          const terms = new Set(memoryTerms(analyser, attributes))
          return { key: memory.key, attributes, terms, moves: [] }
        })
        const recall = yield* Recall
        for (const query of ["lantern", "gate well", "only1x3 only2x0 bread"]) {
          const answer = yield* recall.recall(alice, query, { k: 100, at: null })
          const naive = recallNaively(memories, {
            terms: answer.terms.map(({ term }) => term),
            focus: [],
            audience: new Set(),
            aspects: undefined,
            asOf: undefined,
            at: null,
          })
          assert.deepStrictEqual(
            answer.memories.map(({ key }, i) => [key, answer.scores[i]]),
            naive.hits.map(({ key, score }) => [key, score]),
          )
        }
      }).pipe(Effect.provide(layerRecall)),
    { timeout: 120_000, arbitrary: { runs: 25 } },
  )
})
