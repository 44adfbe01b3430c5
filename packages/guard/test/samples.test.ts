// Verifies: GU-01
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, Samples } from "../src/index.ts"
import { shapesOf } from "../src/internal/compileRules.ts"
import { keywordOf } from "../src/internal/shape.ts"
import { validateFamilies } from "../src/internal/validateFamilies.ts"

const guard = compileGuard(families)
const seeds = Array.from({ length: 12 }, (_, seed) => seed)

const isRefused = (text: string): boolean => guard.scan([{ field: "content", text }]).length > 0

/** The rules of a set of samples of which some rendering is let through. */
const missed = (samples: { readonly [rule: string]: Samples.Sample }): ReadonlyArray<string> =>
  Object.entries(samples)
    .filter(
      ([, sample]) => !seeds.every((seed) => Samples.renderSample(sample, seed).every(isRefused)),
    )
    .map(([rule]) => rule)

describe("the table", () => {
  it("refuses every rule of the leading rule set but those it misses on purpose", () => {
    assert.strictEqual(Object.keys(Samples.leading).length, 222)
    assert.deepStrictEqual(missed(Samples.leading), Object.keys(Samples.missedOnPurpose))
    assert.isAtLeast(222 - Object.keys(Samples.missedOnPurpose).length, 215)
  })

  it("refuses every sample of what the leading rule set lacks", () => {
    assert.deepStrictEqual(missed(Samples.further), [])
  })

  it("is well formed and has no two rules of one id", () => {
    assert.isUndefined(validateFamilies(families, []))
  })

  /** Their samples need a right checksum: see checksums.test.ts. */
  const provenElsewhere = ["extended-private-key", "nostr-key"]

  it("has for every row a sample that this row alone recognises", () => {
    const texts = Object.values({ ...Samples.leading, ...Samples.further })
      .flatMap((sample) => [1, 2].flatMap((seed) => Samples.renderSample(sample, seed)))
      .map((text) => ({ text, small: text.toLowerCase() }))
    const rows = families.flatMap((family) => [
      ...(family.tokens ?? []).map((rule) => ({
        id: rule.id,
        keywords: shapesOf(rule.shape).map(keywordOf),
        family: { name: "row", tokens: [rule] },
      })),
      ...(family.assigned ?? []).map((rule) => ({
        id: rule.id,
        keywords: rule.names,
        family: { name: "row", assigned: [rule] },
      })),
    ])
    const idle = rows.filter(({ family, keywords }) => {
      const alone = compileGuard([family])
      const small = keywords.map((keyword) => keyword.toLowerCase())
      return !texts.some(
        (entry) =>
          small.some((keyword) => entry.small.includes(keyword)) &&
          alone
            .scan([{ field: "content", text: entry.text }])
            .some((found) => found.families.includes("row")),
      )
    })
    assert.deepStrictEqual(
      idle.map((row) => row.id),
      provenElsewhere,
    )
  }, 60_000)

  it("renders the same sample from the same seed, and another from another", () => {
    const once = Samples.renderTemplate("ghp_<A36>", 1)
    assert.strictEqual(Samples.renderTemplate("ghp_<A36>", 1), once)
    assert.notStrictEqual(Samples.renderTemplate("ghp_<A36>", 2), once)
    assert.match(once, /^ghp_[A-Za-z0-9]{36}$/)
  })
})
