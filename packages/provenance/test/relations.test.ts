// Verifies: ME-17, ME-18, ME-32, WH-05
import { assert, describe, it } from "@effect/vitest"
import { Provenance, type WhyOptions } from "@reminisce/provenance"
import { type LinkWrite, linkKey, type RecordWrite, type Ref } from "@reminisce/store"
import * as Effect from "effect/Effect"
import {
  alice,
  change,
  contradiction,
  derivation,
  membership,
  memory,
  plant,
  ref,
  stores,
  subject,
  world,
} from "./support/plant.ts"

const derived = (conclusion: string, ground: string): Ref => ({
  type: "derivation",
  key: linkKey([ref(conclusion), ref(ground)]),
})
const contradictionsOf = (key: string, options: WhyOptions = {}) =>
  Effect.flatMap(Provenance, ({ why }) =>
    Effect.map(why(alice, key, options), ({ contradictions }) => contradictions),
  )

describe.each(stores)("contradictions in why over $name", ({ layer }) => {
  it.effect(
    "are told by each memory involved, as a claim or as an end of a derivation, and by no other",
    () =>
      Effect.gen(function* () {
        yield* plant(alice, {
          create: ["ground", "drawn", "doubt", "other", "bystander"].map((key) => memory(key)),
          link: [
            derivation("drawn", "ground"),
            derivation("other", "ground"),
            contradiction(derived("drawn", "ground"), ref("doubt")),
            contradiction(derived("drawn", "ground"), derived("other", "ground")),
          ],
        })
        const first = [{ derivation: ["drawn", "ground"] }, "doubt"]
        const second = [{ derivation: ["drawn", "ground"] }, { derivation: ["other", "ground"] }]
        const told = (key: string) =>
          Effect.map(contradictionsOf(key), (list) => list.map(({ claims }) => claims as unknown))
        assert.sameDeepMembers([...(yield* told("ground"))], [first, second])
        assert.sameDeepMembers([...(yield* told("drawn"))], [first, second])
        assert.deepStrictEqual(yield* told("doubt"), [first])
        assert.deepStrictEqual(yield* told("other"), [second])
        assert.deepStrictEqual(yield* told("bystander"), [])
      }).pipe(Effect.provide(world(layer))),
  )

  /** Statuses of claim b after its recording at 0, and what is told of a contradiction made at 10. */
  const courses: ReadonlyArray<
    readonly [
      string,
      ReadonlyArray<readonly [status: string, at: number]>,
      standing: boolean,
      endedAt?: number,
    ]
  > = [
    ["both are active", [], true],
    ["one is inactive", [["inactive", 20]], true],
    ["one is forgotten", [["forgotten", 20]], false, 20],
    ["one is superseded", [["superseded", 20]], false, 20],
    ["one is archived", [["archived", 20]], false, 20],
    ["one is withdrawn", [["withdrawn", 20]], false, 20],
    [
      "one is remembered again",
      [
        ["forgotten", 20],
        ["active", 30],
      ],
      true,
    ],
    [
      "one is forgotten twice",
      [
        ["forgotten", 20],
        ["active", 30],
        ["forgotten", 40],
      ],
      false,
      40,
    ],
    [
      "one is forgotten, then withdrawn",
      [
        ["forgotten", 20],
        ["withdrawn", 30],
      ],
      false,
      20,
    ],
    ["one was forgotten before it was made", [["forgotten", 5]], false, 10],
  ]
  it.effect.each(courses)("stand or end with their claims: %s", ([, steps, standing, endedAt]) =>
    Effect.gen(function* () {
      yield* plant(alice, {
        create: [
          memory("a"),
          memory("b", { status: steps.at(-1)?.[0] ?? "active" }),
          ...steps.map(([status, at], i) => change("b", i + 1, status, at)),
        ],
        link: [contradiction(ref("a"), ref("b"), 10)],
      })
      for (const key of ["a", "b"]) {
        const [told] = yield* contradictionsOf(key)
        assert.deepStrictEqual([told?.standing, told?.endedAt], [standing, endedAt])
      }
    }).pipe(Effect.provide(world(layer))),
  )

  it.effect("end at the earliest when several memories behind their claims are over", () =>
    Effect.gen(function* () {
      yield* plant(alice, {
        create: [
          memory("a", { status: "forgotten" }),
          change("a", 1, "forgotten", 50),
          memory("ground", { status: "forgotten" }),
          change("ground", 1, "forgotten", 40),
          memory("drawn"),
        ],
        link: [derivation("drawn", "ground"), contradiction(ref("a"), derived("drawn", "ground"))],
      })
      const [told] = yield* contradictionsOf("drawn")
      assert.deepStrictEqual([told?.standing, told?.endedAt], [false, 40])
    }).pipe(Effect.provide(world(layer))),
  )

  it.effect("are hidden from an audience that may not see every memory behind them", () =>
    Effect.gen(function* () {
      yield* plant(alice, {
        create: [
          subject("p0"),
          memory("a"),
          memory("theirs", {}, ["p0"]),
          memory("drawn", {}, ["p0"]),
          memory("b"),
        ],
        link: [
          derivation("drawn", "a"),
          contradiction(ref("a"), ref("theirs")),
          contradiction(ref("b"), derived("drawn", "a")),
          contradiction(ref("a"), ref("b")),
        ],
      })
      assert.strictEqual((yield* contradictionsOf("a")).length, 1)
      assert.strictEqual((yield* contradictionsOf("b")).length, 1)
      assert.strictEqual((yield* contradictionsOf("a", { subject: "ref-p0" })).length, 3)
      assert.strictEqual((yield* contradictionsOf("b", { subject: "ref-p0" })).length, 2)
    }).pipe(Effect.provide(world(layer))),
  )
})

describe.each(stores)("associations in why over $name", ({ layer }) => {
  const association = (
    key: string,
    members: ReadonlyArray<string>,
  ): readonly [RecordWrite, ...ReadonlyArray<LinkWrite>] => [
    {
      type: "association",
      key,
      attributes: { facets: ["z=1", "a!=2", "a=3"], reason: "one evening", recordedAt: 5 },
    },
    ...members.map((member) => membership(key, member)),
  ]

  it.effect("are told whole, to those who may see every member", () =>
    Effect.gen(function* () {
      const [open, ...openLinks] = association("a_1", ["m2", "m1"])
      const [closed, ...closedLinks] = association("a_0", ["m1", "theirs"])
      yield* plant(alice, {
        create: [
          subject("p0"),
          memory("m1"),
          memory("m2"),
          memory("theirs", {}, ["p0"]),
          open,
          closed,
        ],
        link: [...openLinks, ...closedLinks],
      })
      const { why } = yield* Provenance
      const facets = [
        ["a", "3"],
        ["a!", "2"],
        ["z", "1"],
      ]
      const rest = { facets, reason: "one evening", recordedAt: 5 }
      const shown = { id: "a_1", members: ["m1", "m2"], ...rest }
      const hidden = { id: "a_0", members: ["m1", "theirs"], ...rest }
      const told = (key: string, options: WhyOptions = {}) =>
        Effect.map(why(alice, key, options), ({ associations }) => associations as unknown)
      assert.deepStrictEqual(yield* told("m1"), [shown])
      assert.deepStrictEqual(yield* told("m2"), [shown])
      assert.deepStrictEqual(yield* told("m1", { subject: "ref-p0" }), [hidden, shown])
      assert.deepStrictEqual(yield* told("theirs", { subject: "ref-p0" }), [hidden])
    }).pipe(Effect.provide(world(layer))),
  )
})
