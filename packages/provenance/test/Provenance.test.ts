// Verifies: ME-14, ME-16, ST-15, ST-20, WH-01, WH-02, WH-03, WH-04, WH-05, WH-06, WH-09, WH-12, WH-13, WH-14
import { assert, describe, it } from "@effect/vitest"
import { Provenance, type WhyOptions } from "@reminisce/provenance"
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import {
  alice,
  bob,
  change,
  citation,
  contradiction,
  derivation,
  memory,
  plant,
  ref,
  stores,
  subject,
  supersession,
  world,
} from "./support/plant.ts"

const source = (key: string, reference: string) => ({
  type: "source",
  key,
  attributes: { reference },
})

describe.each(stores)("why over $name", ({ layer }) => {
  it.effect(
    "tells derivations four deep, a supersession, a contradiction, two sources and a cycle",
    () =>
      Effect.gen(function* () {
        yield* plant(alice, {
          create: [
            ...["e", "d", "c", "b", "a"].map((key, i) => memory(key, { recordedAt: i })),
            memory("old", { status: "superseded" }),
            change("old", 1, "superseded", 9, { reason: "the gate was rebuilt", by: "keeper-1" }),
            memory("doubt"),
            source("s_2", "doc:first"),
            source("s_1", "doc:second"),
          ],
          link: [
            derivation("a", "b"),
            derivation("b", "c"),
            derivation("c", "d"),
            derivation("d", "e"),
            derivation("e", "a"),
            supersession("old", "a", 9),
            contradiction(ref("a"), ref("doubt"), 10),
            citation("a", "s_1", 1),
            citation("a", "s_2", 0),
          ],
        })
        const { why } = yield* Provenance
        const told = yield* why(alice, "a")
        assert.strictEqual(told.memory.content, "a.")
        assert.deepStrictEqual(told.sources, ["doc:first", "doc:second"])
        assert.deepStrictEqual(told.grounds, ["b"])
        assert.deepStrictEqual(
          told.ancestors.map((each) => [each.memory.key, each.depth, each.grounds]),
          [
            ["b", 1, ["c"]],
            ["c", 2, ["d"]],
            ["d", 3, ["e"]],
            ["e", 4, ["a"]],
          ],
        )
        assert.isFalse(told.truncated)
        assert.deepStrictEqual(
          told.supersedes.map(({ memory: { key, status }, ...rest }) => ({ key, status, ...rest })),
          [{ key: "old", status: "superseded", at: 9, reason: "the gate was rebuilt" }],
        )
        assert.deepStrictEqual(told.supersededBy, [])
        assert.deepStrictEqual(
          told.contradictions.map(({ id, ...rest }) => rest),
          [{ claims: ["a", "doubt"], reason: "both cannot be", recordedAt: 10, standing: true }],
        )
        assert.deepStrictEqual(told.history, [{ status: "active", at: 4 }])
        assert.deepStrictEqual(
          [told.associations, told.affects, told.defines, told.readings, told.withdrawal],
          [[], [], [], [], "none"],
        )
        const old = yield* why(alice, "old")
        assert.deepStrictEqual(
          old.supersededBy.map(({ memory: { key }, ...rest }) => ({ key, ...rest })),
          [{ key: "a", at: 9, reason: "the gate was rebuilt" }],
        )
        assert.deepStrictEqual(old.history, [
          { status: "active", at: 0 },
          { status: "superseded", at: 9, reason: "the gate was rebuilt", by: "keeper-1" },
        ])
      }).pipe(Effect.provide(world(layer))),
  )

  it.effect("tells of memories out of recall, a withdrawn stub among them", () =>
    Effect.gen(function* () {
      const { content, ...stub } = memory("withdrawn", { status: "withdrawn" }).attributes
      yield* plant(alice, {
        create: [
          { ...ref("withdrawn"), attributes: stub },
          memory("forgotten", { status: "forgotten" }),
          memory("archived", { status: "archived", outcome: "expired" }),
        ],
      })
      const { why } = yield* Provenance
      const told = yield* why(alice, "withdrawn")
      assert.isFalse("content" in told.memory)
      assert.strictEqual(told.memory.status, "withdrawn")
      assert.strictEqual((yield* why(alice, "forgotten")).memory.content, "forgotten.")
      assert.strictEqual((yield* why(alice, "archived")).memory.outcome, "expired")
    }).pipe(Effect.provide(world(layer))),
  )

  it.effect(
    "answers an unknown key, another owner's, and one out of the audience's sight as one",
    () =>
      Effect.gen(function* () {
        yield* plant(alice, {
          create: [subject("p0"), subject("p1"), memory("both", {}, ["p0", "p1"])],
        })
        yield* plant(bob, { create: [memory("his")] })
        const { why, history } = yield* Provenance
        const asked: ReadonlyArray<readonly [string, WhyOptions]> = [
          ["none", {}],
          ["his", {}],
          ["both", {}],
          ["both", { subject: "ref-p0" }],
          ["both", { subject: ["ref-p1", "someone"] }],
          ["both", { subject: [] }],
        ]
        for (const [key, options] of asked) {
          for (const refusal of [
            yield* Effect.flip(why(alice, key, options)),
            yield* Effect.flip(history(alice, key, options)),
          ]) {
            assert.strictEqual(refusal._tag, "NotFound")
            assert.deepStrictEqual(Object.keys(refusal), ["_tag"])
          }
        }
        const seen = { subject: ["ref-p1", "ref-p0", "someone"] }
        assert.deepStrictEqual((yield* why(alice, "both", seen)).memory.subjects, [
          "ref-p0",
          "ref-p1",
        ])
        assert.strictEqual((yield* history(alice, "both", seen)).length, 1)
      }).pipe(Effect.provide(world(layer))),
  )

  it.effect("leaves out the other end of a supersession that the audience may not see", () =>
    Effect.gen(function* () {
      yield* plant(alice, {
        create: [
          subject("p0"),
          memory("old", { status: "superseded" }),
          change("old", 1, "superseded", 1),
          memory("new", {}, ["p0"]),
        ],
        link: [supersession("old", "new")],
      })
      const { why } = yield* Provenance
      assert.deepStrictEqual((yield* why(alice, "old")).supersededBy, [])
      assert.strictEqual((yield* why(alice, "old", { subject: "ref-p0" })).supersededBy.length, 1)
    }).pipe(Effect.provide(world(layer))),
  )

  const bad: ReadonlyArray<readonly [string, unknown, unknown, unknown, string]> = [
    ["a depth below 0", alice, "a", { depth: -1 }, "depth: out-of-range"],
    ["a depth above 64", alice, "a", { depth: 65 }, "depth: out-of-range"],
    ["a depth that is no integer", alice, "a", { depth: 1.5 }, "depth: integer"],
    ["an unknown option", alice, "a", { expand: 0 }, "options: unknown-field"],
    ["an empty reference", alice, "a", { subject: "" }, "subject: empty"],
    [
      "a reference too long",
      alice,
      "a",
      { subject: ["x".repeat(257)] },
      "subject: over its cap of 256",
    ],
    [
      "an audience too large",
      alice,
      "a",
      { subject: Array.from({ length: 17 }, (_, i) => `p${i}`) },
      "subject: over its cap of 16",
    ],
    ["a subject that is no text", alice, "a", { subject: 7 }, "subject: not-one-of"],
    ["an empty key", alice, "", {}, "key: empty"],
    ["a key that is no text", alice, null, {}, "key: type"],
    ["no owner", undefined, "a", {}, "owner: type"],
  ]
  it.effect.each(bad)("refuses %s by field and rule", ([, owner, key, options, expected]) =>
    Effect.gen(function* () {
      const { why } = yield* Provenance
      const refusal = yield* Effect.flip(why(owner as Owner, key as string, options as WhyOptions))
      assert.strictEqual(refusal.message, expected)
    }).pipe(Effect.provide(world(layer))),
  )
})

describe.each(stores)("history over $name", ({ layer }) => {
  it.effect("tells every step in order, however many", () =>
    Effect.gen(function* () {
      const count = 1_000
      const steps = Array.from({ length: count }, (_, i) => ({
        status: i % 2 === 0 ? "forgotten" : "active",
        at: 10 + i,
      }))
      yield* plant(alice, {
        create: [
          memory("a", { recordedAt: 3 }),
          memory("a#1", { recordedAt: 4 }),
          ...steps.map(({ status, at }, i) => change("a", i + 1, status, at)),
          change("a#1", 1, "forgotten", 5),
        ],
      })
      const { history } = yield* Provenance
      const told = yield* history(alice, "a")
      assert.deepStrictEqual<object>(told, [{ status: "active", at: 3 }, ...steps])
      assert.deepStrictEqual(yield* history(alice, "a#1"), [
        { status: "active", at: 4 },
        { status: "forgotten", at: 5 },
      ])
    }).pipe(Effect.provide(world(layer))),
  )
})
