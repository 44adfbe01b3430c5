import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { memoryTerms, wordlessTerms } from "../src/internal/memoryTerms.ts"
import { makeDice } from "./support/World.ts"

describe("wordlessTerms", () => {
  it.prop("are those of a memory that says nothing", { seed: Schema.Int }, ({ seed }) => {
    const dice = makeDice(seed)
    const some = (names: ReadonlyArray<string>) => names.filter(() => dice.chance(50))
    const attributes = {
      aspects: some(["affective", "persona", "semantic"]),
      concerns: some(["p_1", "p_2", "p_\u{10000}", "p_\uffff"]),
      facets: [],
      ...(dice.chance(50) ? { occurredAt: dice.roll(2 ** 31) * 1_000 } : {}),
      ...(dice.chance(50) ? { validFrom: -dice.roll(2 ** 31) * 1_000 } : {}),
    }
    const analyser = { terms: () => [] }
    assert.deepStrictEqual(wordlessTerms(attributes), memoryTerms(analyser, attributes))
  })
})
