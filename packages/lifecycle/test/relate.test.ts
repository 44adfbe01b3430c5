// Verifies: LI-14, LI-16, ME-17, ME-18
import { assert, describe, it } from "@effect/vitest"
import { ASSOCIATION_MEMBERS, type Claim, Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { plantMemory } from "./support/plant.ts"
import { alice, allLinks, allRecords, bob, facts, note, stores, world } from "./support/world.ts"

for (const { name, layer } of stores) {
  const here = () => Effect.provide(world({ store: layer }))

  describe(`relate over ${name}`, () => {
    it.effect("associates memories, and why of each shows it", () =>
      Effect.gen(function* () {
        const { remember, relate } = yield* Lifecycle
        const { why } = yield* Provenance
        for (const key of ["c", "a", "b"]) yield* remember(alice, note(`${key}.`, { key }))
        yield* TestClock.adjust(2)
        const relation = yield* relate(alice, "association", ["c", "a", "b", "a"], {
          reason: "one evening",
          facets: [
            ["topic", "gates"],
            ["a", "b"],
            ["a", "b"],
          ],
        })
        const { id, ...rest } = relation
        assert.match(id, /^a_[0-9a-f]{32}$/)
        assert.deepStrictEqual(rest, {
          kind: "association",
          members: ["a", "b", "c"],
          reason: "one evening",
          facets: [
            ["a", "b"],
            ["topic", "gates"],
          ],
          recordedAt: 2,
        })
        for (const key of ["a", "b", "c"]) {
          const shown = (yield* why(alice, key)).associations
          const { id, members, reason, facets, recordedAt } = relation
          assert.deepStrictEqual(shown.map(facts), [{ id, members, reason, facets, recordedAt }])
        }
      }).pipe(here()),
    )

    it.effect(
      "answers a repeated association, and takes other words or members for another one",
      () =>
        Effect.gen(function* () {
          const { remember, relate } = yield* Lifecycle
          for (const key of ["a", "b", "c"]) yield* remember(alice, note(`${key}.`, { key }))
          const first = yield* relate(alice, "association", ["a", "b"], { reason: "r" })
          yield* TestClock.adjust(2)
          const repeated = yield* relate(alice, "association", ["b", "a"], { reason: "r" })
          assert.deepStrictEqual(repeated, first)
          const others = [
            yield* relate(alice, "association", ["a", "b"]),
            yield* relate(alice, "association", ["a", "b"], { reason: "r", facets: [["f", "v"]] }),
            yield* relate(alice, "association", ["a", "b", "c"], { reason: "r" }),
            yield* relate(alice, "association", ["b", "c"], { reason: "r" }),
          ]
          assert.strictEqual(new Set([first, ...others].map(({ id }) => id)).size, 5)
          assert.strictEqual((yield* allRecords(alice, "association")).length, 5)
        }).pipe(here()),
    )

    it.effect(
      "sets two claims against each other, a derivation among them, and why of all shows it",
      () =>
        Effect.gen(function* () {
          const { remember, relate } = yield* Lifecycle
          const { why } = yield* Provenance
          yield* remember(alice, note("Ground.", { key: "ground" }))
          yield* remember(alice, note("Conclusion.", { key: "drawn", derivedFrom: ["ground"] }))
          yield* remember(alice, note("It does not follow.", { key: "doubt" }))
          yield* TestClock.adjust(2)
          const derivation: Claim = { derivation: ["drawn", "ground"] }
          const options = { reason: "a gap" }
          const relation = yield* relate(alice, "contradiction", ["doubt", derivation], options)
          assert.deepInclude(relation, {
            kind: "contradiction",
            reason: "a gap",
            facets: [],
            recordedAt: 2,
          })
          assert.sameDeepMembers([...relation.members], ["doubt", derivation])
          for (const key of ["ground", "drawn", "doubt"]) {
            const [shown, ...others] = (yield* why(alice, key)).contradictions
            assert.deepStrictEqual(others, [])
            assert.deepInclude(shown, { id: relation.id, reason: "a gap", standing: true })
            assert.deepStrictEqual(shown?.claims, relation.members)
          }
          const repeated = yield* relate(alice, "contradiction", [derivation, "doubt"], options)
          assert.deepStrictEqual(repeated, relation)
          const other = { reason: "another" }
          const refusal = yield* Effect.flip(
            relate(alice, "contradiction", ["doubt", derivation], other),
          )
          assert.deepStrictEqual(facts(refusal), { _tag: "Exists", key: relation.id })
          assert.strictEqual((yield* allLinks(alice, "contradiction")).length, 1)
        }).pipe(here()),
    )

    it.effect(
      "ends a contradiction with a claim that is no longer current, and keeps it in why",
      () =>
        Effect.gen(function* () {
          const { remember, relate, forget, unforget, supersede } = yield* Lifecycle
          const { why } = yield* Provenance
          for (const key of ["a", "b"]) yield* remember(alice, note(`${key}.`, { key }))
          yield* relate(alice, "contradiction", ["a", "b"], { reason: "both cannot be" })
          const state = Effect.map(why(alice, "a"), ({ contradictions: [first] }) => [
            first?.standing,
            first?.endedAt,
          ])
          yield* TestClock.adjust(10)
          yield* forget(alice, "b")
          assert.deepStrictEqual(yield* state, [false, 10])
          yield* TestClock.adjust(10)
          yield* unforget(alice, "b")
          assert.deepStrictEqual(yield* state, [true, undefined])
          yield* TestClock.adjust(10)
          yield* supersede(alice, "a", note("Neither."))
          yield* TestClock.adjust(10)
          yield* forget(alice, "b")
          assert.deepStrictEqual(yield* state, [false, 30])
        }).pipe(here()),
    )

    const malformed: ReadonlyArray<
      readonly [string, "association" | "contradiction", ReadonlyArray<Claim>, object, string]
    > = [
      ["an association of one", "association", ["a", "a"], {}, "members: too-few"],
      [
        "a derivation in an association",
        "association",
        ["a", { derivation: ["drawn", "a"] }],
        {},
        "members: derivation",
      ],
      [
        "an association of too many",
        "association",
        Array.from({ length: ASSOCIATION_MEMBERS + 1 }, (_, i) => `k${i}`),
        {},
        `members: over its cap of ${ASSOCIATION_MEMBERS}`,
      ],
      ["three claims", "contradiction", ["a", "b", "drawn"], { reason: "r" }, "members: not-two"],
      [
        "a claim against itself",
        "contradiction",
        ["a", "a"],
        { reason: "r" },
        "members: same-claim",
      ],
      ["a contradiction without a reason", "contradiction", ["a", "b"], {}, "reason: missing"],
      [
        "facets on a contradiction",
        "contradiction",
        ["a", "b"],
        { reason: "r", facets: [["f", "v"]] },
        "facets: not-an-association",
      ],
      ["an unknown option", "association", ["a", "b"], { weight: 1 }, "relation: unknown-field"],
      ["an unknown member", "association", ["a", "none"], {}, "not found"],
      ["another owner's memory", "association", ["a", "his"], {}, "not found"],
      [
        "a derivation there is not",
        "contradiction",
        ["a", { derivation: ["a", "drawn"] }],
        { reason: "r" },
        "not found",
      ],
      ["a strand", "association", ["a", "strand"], {}, "refused: persona-strand"],
      ["an affect", "contradiction", ["a", "affect"], { reason: "r" }, "refused: affective-memory"],
    ]
    it.effect.each(malformed)("refuses %s", ([, kind, members, options, expected]) =>
      Effect.gen(function* () {
        const { remember, relate } = yield* Lifecycle
        yield* remember(alice, note("a.", { key: "a" }))
        yield* remember(alice, note("b.", { key: "b" }))
        yield* remember(alice, note("d.", { key: "drawn", derivedFrom: ["a"] }))
        yield* plantMemory(alice, "strand", { aspects: ["persona"] })
        yield* plantMemory(alice, "affect", { aspects: ["affective"] })
        yield* plantMemory(bob, "his", {})
        const refusal = yield* Effect.flip(relate(alice, kind, members, options))
        assert.strictEqual(refusal.message, expected)
        assert.deepStrictEqual(yield* allRecords(alice, "association"), [])
        assert.deepStrictEqual(yield* allLinks(alice, "contradiction"), [])
      }).pipe(here()),
    )
  })
}
