// Verifies: GU-06, ME-05, ME-07, ME-08, ME-09, ME-11, ME-12, ME-23, ME-30, ST-20
import { assert, describe, it } from "@effect/vitest"
import {
  ASPECTS,
  BASES,
  decodeNewMemory,
  Limits,
  RESERVED_ASPECTS,
  type TooLarge,
} from "@reminisce/schema"
import * as Effect from "effect/Effect"

const base = { content: "The north gate opens at dawn.", aspects: ["episodic"], basis: "observed" }
const refusal = (input: unknown) => Effect.flip(decodeNewMemory(input, ASPECTS))
const cases: ReadonlyArray<readonly [string, unknown, string]> = [
  ["a missing field", { aspects: ["episodic"], basis: "told" }, "content: missing"],
  ["a wrong type", { ...base, content: 7 }, "content: type"],
  ["not an object", "words", "memory: type"],
  ["an unknown field", { ...base, tenant: "x" }, "memory: unknown-field"],
  ["empty content", { ...base, content: "" }, "content: empty"],
  ["oversize content", { ...base, content: "ж".repeat(16_385) }, "content: over its cap of 32768"],
  ["a lone surrogate", { ...base, content: "a\ud800" }, "content: malformed-unicode"],
  ["a NUL", { ...base, content: "a\u0000b" }, "content: control-character"],
  [
    "a naive timestamp",
    { ...base, occurredAt: "2026-11-29T10:00:00" },
    "occurredAt: instant-without-zone",
  ],
  [
    "a day that is none",
    { ...base, occurredAt: "2026-02-30T10:00:00Z" },
    "occurredAt: no-such-day",
  ],
  ["words for a time", { ...base, occurredAt: "yesterday" }, "occurredAt: instant"],
  [
    "too many facets",
    { ...base, facets: Array.from({ length: 65 }, () => ["a", "b"]) },
    "facets: over its cap of 64",
  ],
  ["a facet that is no pair", { ...base, facets: [["a"]] }, "facets: missing"],
  ["an equals sign in a facet's name", { ...base, facets: [["a=b", "c"]] }, "facets: equals-sign"],
  ["an unknown basis", { ...base, basis: "guessed" }, "basis: not-one-of"],
  ["a reserved aspect", { ...base, aspects: ["persona"] }, "aspects: reserved-aspect"],
  ["another reserved aspect", { ...base, aspects: ["affective"] }, "aspects: reserved-aspect"],
  ["an aspect the store does not know", { ...base, aspects: ["odd"] }, "aspects: unknown-aspect"],
  [
    "a person without a consent scope",
    { ...base, subjects: [{ ref: "p1" }] },
    "subjects.consentScope: missing",
  ],
  ["confidence above its range", { ...base, confidence: 1_001 }, "confidence: out-of-range"],
  ["confidence below its range", { ...base, confidence: -1 }, "confidence: out-of-range"],
  ["a cue without the aspect", { ...base, cues: [{ event: "x" }] }, "cues: not-prospective"],
  ["negative zero", { ...base, confidence: -0 }, "confidence: integer"],
  ["a fraction", { ...base, confidence: 0.5 }, "confidence: integer"],
  [
    "a window that is empty",
    { ...base, validFrom: 5, validTo: 5 },
    "validTo: not-after-valid-from",
  ],
  ["no aspects", { ...base, aspects: [] }, "aspects: empty"],
]

describe("decodeNewMemory", () => {
  for (const [name, input, expected] of cases) {
    it.effect(`refuses ${name} by field and rule`, () =>
      Effect.map(refusal(input), (error) => assert.strictEqual(error.message, expected)),
    )
  }
  it.effect("fills in defaults and reads zoned text as an instant", () =>
    Effect.map(
      decodeNewMemory({ ...base, occurredAt: "1970-01-01T01:00:00.5+01:00" }, ASPECTS),
      (memory) => {
        assert.strictEqual(memory.occurredAt, 500)
        assert.strictEqual(memory.confidence, 1_000)
        assert.deepStrictEqual(memory.sources, [])
      },
    ),
  )
})

/** Each text a caller may give: where it stands, a memory with `text` there, and its cap. */
const texts: ReadonlyArray<readonly [string, (text: string) => object, number]> = [
  ["content", (text) => ({ content: text }), Limits.contentBytes],
  ["aspects", (text) => ({ aspects: [text] }), Limits.aspectBytes],
  ["key", (text) => ({ key: text }), Limits.keyBytes],
  ["sources", (text) => ({ sources: [text] }), Limits.sourceBytes],
  ["derivedFrom", (text) => ({ derivedFrom: [text] }), Limits.keyBytes],
  ["facets", (text) => ({ facets: [[text, "v"]] }), Limits.facetNameBytes],
  ["facets", (text) => ({ facets: [["n", text]] }), Limits.facetValueBytes],
  [
    "subjects.ref",
    (text) => ({ subjects: [{ ref: text, consentScope: "s" }] }),
    Limits.subjectBytes,
  ],
  [
    "subjects.consentScope",
    (text) => ({ subjects: [{ ref: "p", consentScope: text }] }),
    Limits.scopeBytes,
  ],
  ["trail", (text) => ({ trail: text }), Limits.trailBytes],
  ["reviewedBy", (text) => ({ reviewedBy: text }), Limits.reviewerBytes],
]

describe("every text", () => {
  for (const [field, place, cap] of texts) {
    it.effect(`of ${field} is taken up to ${cap} bytes of UTF-8 and refused beyond`, () =>
      Effect.gen(function* () {
        const fits = "ж".repeat(cap / 2)
        yield* decodeNewMemory({ ...base, ...place(fits) }, [...ASPECTS, fits])
        const refused = yield* refusal({ ...base, ...place(`${fits}x`) })
        assert.deepInclude(refused as TooLarge, { _tag: "TooLarge", field, cap })
      }),
    )
  }
})

describe("a memory", () => {
  it.effect("is told, observed, inferred or generated, and nothing else", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(BASES, ["told", "observed", "inferred", "generated"])
      for (const basis of BASES) {
        assert.strictEqual((yield* decodeNewMemory({ ...base, basis }, ASPECTS)).basis, basis)
      }
    }),
  )
  it.effect(
    "has any of the four open aspects, together or alone, and two have their own writers",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(ASPECTS, ["episodic", "semantic", "prospective", "autobiographical"])
        assert.deepStrictEqual(RESERVED_ASPECTS, ["affective", "persona"])
        const all = yield* decodeNewMemory({ ...base, aspects: ASPECTS }, ASPECTS)
        assert.sameMembers([...all.aspects], [...ASPECTS])
      }),
  )
})
