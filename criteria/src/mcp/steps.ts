/**
 * What a client may ask of the tools: sound requests, and such as are one thing too many.
 *
 * @module
 */
import type { JsonObject } from "@reminisce/mcp"
import * as fc from "fast-check"

export interface Step {
  readonly tool: "memory_remember" | "memory_recall" | "memory_why" | "memory_forget"
  readonly args: JsonObject
}

const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")
const keys = ["m_a", "m_b", "m_c", "m_d", "m_nobodys"]
const key = fc.constantFrom(...keys)
const sound = fc.record(
  {
    content: fc.constantFrom(
      "The north gate opens at dawn.",
      "The harbour bell rings twice, says Mira.",
      "北门在黎明时打开。 ماذا",
    ),
    key,
    basis: fc.constantFrom("told", "observed"),
    sources: fc.constantFrom([], ["doc:gates"], ["doc:b", "doc:a"]),
    facets: fc.constantFrom({}, { place: "north gate", speaker: "Mira" }),
    subjects: fc.constantFrom([], [{ ref: "p1", consentScope: "all" }]),
    occurredAt: fc.constantFrom("2025-03-04T10:00:00+02:00", "1969-12-31T23:59:59Z"),
    confidence: fc.constantFrom(0, 500, 1_000),
    trail: fc.constant("t1"),
  },
  { requiredKeys: ["content"] },
)
/** One thing more, which is often one too many. */
const more: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ supersedes: key }) },
  { weight: 2, arbitrary: fc.record({ supersedes: key, reason: fc.constant("winter") }) },
  {
    weight: 1,
    arbitrary: fc.record({ basis: fc.constant("inferred"), derivedFrom: fc.tuple(key) }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Array<JsonObject>>(
      { content: "a\u0000b" },
      { content: `The token is ${secret}.` },
      { content: "ą".repeat(20_000) },
      { reason: "winter" },
      { supersedes: "m_a", reason: "\ud800" },
      { occurredAt: "2025-13-01T00:00:00Z" },
      { validTo: "1969-12-31T23:59:59Z", validFrom: "2025-03-04T10:00:00Z" },
      { confidence: 1_001 },
      { trail: "" },
      { ordinal: 3 },
    ),
  },
)
const remembered = fc.tuple(sound, more).map(([args, rest]) => ({ ...args, ...rest }))
const asked = fc.record(
  {
    query: fc.constantFrom("when does the gate open", "bell", "门", "the"),
    k: fc.constantFrom(1, 3),
    subject: fc.constantFrom(["p1"], ["p2"]),
    explain: fc.boolean(),
    maxBytes: fc.constantFrom(500, 6_000),
    events: fc.constantFrom(["lunch"], []),
    asOf: fc.constantFrom("2999-01-01T00:00:00Z", "yesterday"),
  },
  { requiredKeys: [] },
)
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ tool: fc.constant("memory_remember" as const), args: remembered }),
  fc.record({ tool: fc.constant("memory_recall" as const), args: asked }),
  fc.record({
    tool: fc.constant("memory_why" as const),
    args: fc.record({ key, depth: fc.nat(3) }, { requiredKeys: ["key"] }),
  }),
  fc.record({
    tool: fc.constant("memory_forget" as const),
    args: fc.record(
      { key, reason: fc.constantFrom("rebuilt", secret), undo: fc.boolean() },
      { requiredKeys: ["key"] },
    ),
  }),
) as fc.Arbitrary<Step>
