/**
 * The engine against the naive reading of its rules, over random worlds.
 * Verifies: AS-02, AS-06, RE-04, RE-05
 *
 * @module
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Asked, factsOf, liveThrough, naiveFacts } from "./support/liveThrough.ts"
import {
  layerFewEchoes,
  layerRecall,
  layerRecallBeside,
  layerRecallInSteps,
  layerRecallInStore,
} from "./support/memoryFixture.ts"
import { recallNaively } from "./support/naiveRecall.ts"

const agrees = (asked: Asked): void =>
  assert.deepStrictEqual<unknown>(
    factsOf(asked),
    naiveFacts(recallNaively(asked.memories, asked.query), asked.k),
  )

const Life = {
  seed: Schema.Int,
  plans: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
}

describe("Recall against its rules read naively", () => {
  for (const [place, layer, runs] of [
    ["in the store", layerRecall, 80],
    ["in the store and read in steps", layerRecallInSteps, 20],
    ["beside it", layerRecallBeside, 30],
    ["in another store", layerRecallInStore, 30],
  ] as const) {
    it.effect.prop(
      `answers the same memories, scores, parts, duplicates and counts, its index ${place}`,
      Life,
      ({ seed, plans }) => liveThrough(seed, plans, agrees).pipe(Effect.provide(layer)),
      { timeout: 120_000, arbitrary: { runs } },
    )
  }

  it.effect.prop(
    "gives no echo to what too many memories have",
    Life,
    ({ plans, seed }) => liveThrough(seed, plans, agrees).pipe(Effect.provide(layerFewEchoes)),
    { timeout: 120_000, arbitrary: { runs: 30 } },
  )
})
