// Verifies: WH-07, WH-08
import { assert, describe, it } from "@effect/vitest"
import { Provenance } from "@reminisce/provenance"
import type { Attributes, RecordWrite } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { alice, memory, plant, stores, subject, world } from "./support/plant.ts"

const withdrawal = (key: string, of: string, attributes: Attributes): RecordWrite => ({
  type: "withdrawal",
  key,
  attributes: { subject: of, reason: "asked for it", startedAt: 10, redacted: 0, ...attributes },
})
const done = { completedAt: 20 }

const cases: ReadonlyArray<
  readonly [
    string,
    memory: Attributes,
    about: ReadonlyArray<string>,
    ReadonlyArray<RecordWrite>,
    string,
  ]
> = [
  ["nobody withdrew", {}, ["p0"], [], "none"],
  ["another person withdrew", {}, ["p0"], [withdrawal("w", "p1", done)], "none"],
  [
    "its words are gone",
    { status: "withdrawn" },
    ["p0"],
    [withdrawal("w", "p0", done)],
    "complete",
  ],
  [
    "its words are gone and others' are still going",
    { status: "withdrawn" },
    ["p0"],
    [withdrawal("w", "p0", {})],
    "incomplete",
  ],
  ["its words are still going", {}, ["p0"], [withdrawal("w", "p0", {})], "incomplete"],
  [
    "a second withdrawal has begun after a first",
    {},
    ["p0"],
    [withdrawal("w", "p0", done), withdrawal("x", "p0", { startedAt: 30 })],
    "incomplete",
  ],
  ["it escaped one", { recordedAt: 20 }, ["p0"], [withdrawal("w", "p0", done)], "missed"],
  ["it was written after one", { recordedAt: 21 }, ["p0"], [withdrawal("w", "p0", done)], "none"],
  ["the person is gone as well", { status: "withdrawn" }, [], [], "purged"],
  [
    "one of two people is gone",
    { status: "withdrawn" },
    ["p1"],
    [withdrawal("w", "p0", done)],
    "purged",
  ],
  [
    "only the affects were withdrawn",
    {},
    ["p0"],
    [withdrawal("w", "p0", { ...done, only: "affect" })],
    "none",
  ],
  [
    "it is a withdrawn affect",
    { status: "withdrawn", aspects: ["affective"] },
    ["p0"],
    [withdrawal("w", "p0", { ...done, only: "affect" })],
    "complete",
  ],
  [
    "it is a strand that escaped",
    { aspects: ["persona"] },
    ["p0"],
    [withdrawal("w", "p0", { ...done, only: "persona" })],
    "missed",
  ],
]

describe.each(stores)("the withdrawal in why over $name", ({ layer }) => {
  it.effect.each(cases)("when %s", ([, attributes, about, withdrawals, expected]) =>
    Effect.gen(function* () {
      yield* plant(alice, {
        create: [subject("p0"), subject("p1"), memory("a", attributes, about), ...withdrawals],
      })
      const { why } = yield* Provenance
      const told = yield* why(alice, "a", { subject: ["ref-p0", "ref-p1"] })
      assert.strictEqual(told.withdrawal, expected)
    }).pipe(Effect.provide(world(layer))),
  )
})
