// Verifies: LM-20, RE-01, RE-02
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type GoldenAnswers, goldenAnswers, languages } from "./support/goldenAnswers.ts"
import { layerRecall, layerRecallBeside } from "./support/memoryFixture.ts"

const golden = JSON.parse(
  readFileSync(new URL("../../../fixtures/recall-answers.json", import.meta.url), "utf8"),
) as { readonly [language: string]: GoldenAnswers }

describe.each(languages)("recall in $language", (fixture) => {
  it.effect("answers first what was written down beforehand", () =>
    Effect.gen(function* () {
      const answers = yield* goldenAnswers(fixture)
      for (const { query, expect } of fixture.queries) {
        assert.strictEqual(answers[query]?.[0]?.[0], expect, query)
      }
    }).pipe(Effect.provide(layerRecall)),
  )

  it.effect("gives the committed keys and scores, wherever its index is and whatever runs it", () =>
    Effect.gen(function* () {
      for (const layer of [layerRecall, layerRecallBeside]) {
        const answers = yield* goldenAnswers(fixture).pipe(Effect.provide(layer, { local: true }))
        assert.deepStrictEqual(answers, golden[fixture.language])
      }
    }),
  )
})
