// Verifies: LI-05, LI-06, ME-19
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { plantMemory } from "./support/plant.ts"
import { alice, allLinks, allRecords, bob, facts, note, stores, world } from "./support/world.ts"

const about = (ref: string) => ({ subjects: [{ ref, consentScope: `scope of ${ref}` }] })

for (const { name, layer } of stores) {
  const here = () => Effect.provide(world({ store: layer }))

  describe(`supersede over ${name}`, () => {
    it.effect("replaces a memory, and both ends show it", () =>
      Effect.gen(function* () {
        const { remember, supersede } = yield* Lifecycle
        const { why } = yield* Provenance
        yield* remember(alice, note("At dawn.", { key: "old", validFrom: 1, validTo: 99 }))
        yield* TestClock.adjust(50)
        const fresh = yield* supersede(
          alice,
          "old",
          note("At noon.", { key: "new", reviewedBy: "keeper-1" }),
          { reason: "the gate was rebuilt" },
        )
        const old = yield* why(alice, "old")
        const current = yield* why(alice, "new")
        assert.deepStrictEqual(current.memory, fresh)
        assert.deepInclude(old.memory, { status: "superseded", validFrom: 1, validTo: 99 })
        assert.deepStrictEqual(old.history, [
          { status: "active", at: 0 },
          { status: "superseded", at: 50, reason: "the gate was rebuilt", by: "keeper-1" },
        ])
        const step = { at: 50, reason: "the gate was rebuilt" }
        assert.deepStrictEqual(old.supersededBy, [{ memory: fresh, ...step }])
        assert.deepStrictEqual(current.supersedes, [{ memory: old.memory, ...step }])
        assert.deepStrictEqual(old.supersedes, [])
        assert.deepStrictEqual(current.supersededBy, [])
      }).pipe(here()),
    )

    it.effect(
      "hands on the subjects of what it replaces and of the grounds, with their scopes",
      () =>
        Effect.gen(function* () {
          const { remember, supersede } = yield* Lifecycle
          yield* remember(alice, note("A.", { key: "a", ...about("p1") }))
          yield* remember(alice, note("B.", { key: "b", ...about("p2") }))
          const fresh = yield* supersede(
            alice,
            "a",
            note("C.", { derivedFrom: ["b"], ...about("p3") }),
          )
          assert.deepStrictEqual(fresh.subjects, ["p1", "p2", "p3"])
          const scopes = (yield* allLinks(alice, "concerning"))
            .filter(({ ends }) => ends.memory?.key === fresh.key)
            .map(({ attributes }) => [attributes.consentScope, attributes.inherited])
          assert.sameDeepMembers(scopes, [
            ["scope of p1", true],
            ["scope of p2", true],
            ["scope of p3", false],
          ])
        }).pipe(here()),
    )

    it.effect(
      "may be repeated, with or without a key, also after the replacement was replaced",
      () =>
        Effect.gen(function* () {
          const { remember, supersede } = yield* Lifecycle
          for (const more of [{}, { key: "k" }]) {
            const old = yield* remember(alice, note(`Old ${JSON.stringify(more)}.`, about("p1")))
            const request = note(`New ${JSON.stringify(more)}.`, more)
            const first = yield* supersede(alice, old.key, request, { reason: "because" })
            yield* TestClock.adjust(5)
            assert.deepStrictEqual(
              yield* supersede(alice, old.key, request, { reason: "because" }),
              first,
            )
            yield* supersede(alice, first.key, note(`Newest ${JSON.stringify(more)}.`))
            assert.deepStrictEqual(yield* supersede(alice, old.key, request), {
              ...first,
              status: "superseded",
            })
            const elsewhere = { ...request, key: "elsewhere" }
            const moved = yield* Effect.flip(supersede(alice, old.key, elsewhere))
            assert.deepStrictEqual(facts(moved), { _tag: "NotActive", status: "superseded" })
            const other = yield* Effect.flip(supersede(alice, old.key, note("Another.")))
            assert.deepStrictEqual(facts(other), { _tag: "NotActive", status: "superseded" })
          }
          assert.strictEqual((yield* allRecords(alice, "memory")).length, 6)
        }).pipe(here()),
    )

    it.effect("lets one memory replace several, one call each", () =>
      Effect.gen(function* () {
        const { remember, supersede } = yield* Lifecycle
        const { why } = yield* Provenance
        for (const key of ["a", "b", "c"]) yield* remember(alice, note(`${key}.`, { key }))
        const first = yield* supersede(alice, "a", note("All."))
        assert.deepStrictEqual(yield* supersede(alice, "b", note("All.")), first)
        const keyed = note("All.", { key: first.key })
        assert.deepStrictEqual(yield* supersede(alice, "c", keyed), first)
        const { supersedes } = yield* why(alice, first.key)
        assert.deepStrictEqual(
          supersedes.map(({ memory }) => memory.key),
          ["a", "b", "c"],
        )
      }).pipe(here()),
    )

    it.effect(
      "takes no equal memory for the replacement that leaves out a person, hides outside text, or is not current",
      () =>
        Effect.gen(function* () {
          const { remember, supersede, forget } = yield* Lifecycle
          yield* remember(alice, note("About p1.", { key: "a", ...about("p1") }))
          const plain = yield* remember(alice, note("Plain.", { key: "plain" }))
          const exists = { _tag: "Exists", key: "plain" }
          const keyed = note("Plain.", { key: "plain" })
          assert.deepStrictEqual(facts(yield* Effect.flip(supersede(alice, "a", keyed))), exists)
          const fresh = yield* supersede(alice, "a", note("Plain."))
          assert.notStrictEqual(fresh.key, plain.key)
          assert.deepStrictEqual(fresh.subjects, ["p1"])

          yield* remember(alice, note("Seen.", { key: "seen", basis: "observed" }))
          assert.deepStrictEqual(facts(yield* Effect.flip(supersede(alice, "seen", keyed))), exists)

          yield* remember(alice, note("B.", { key: "b" }))
          yield* forget(alice, "plain")
          assert.deepStrictEqual(facts(yield* Effect.flip(supersede(alice, "b", keyed))), exists)
        }).pipe(here()),
    )

    it.effect("does not take a memory for its own replacement", () =>
      Effect.gen(function* () {
        const { remember, supersede } = yield* Lifecycle
        yield* remember(alice, note("Same.", { key: "a" }))
        const own = yield* Effect.flip(supersede(alice, "a", note("Same.", { key: "a" })))
        assert.deepStrictEqual(facts(own), { _tag: "Exists", key: "a" })
        const fresh = yield* supersede(alice, "a", note("Same."))
        assert.notStrictEqual(fresh.key, "a")
        assert.strictEqual(fresh.status, "active")
      }).pipe(here()),
    )

    it.effect(
      "takes an inactive memory, and refuses every other status and every unknown key",
      () =>
        Effect.gen(function* () {
          const { supersede } = yield* Lifecycle
          yield* plantMemory(alice, "decayed", { status: "inactive" })
          yield* supersede(alice, "decayed", note("Fresh."))
          for (const status of ["superseded", "forgotten", "archived", "held", "withdrawn"]) {
            yield* plantMemory(alice, status, { status })
            const refusal = yield* Effect.flip(supersede(alice, status, note("Fresh.")))
            assert.deepStrictEqual(facts(refusal), { _tag: "NotActive", status })
          }
          yield* plantMemory(bob, "his", {})
          for (const key of ["his", "nobody's"]) {
            const refusal = yield* Effect.flip(supersede(alice, key, note("Fresh.")))
            assert.strictEqual(refusal._tag, "NotFound")
          }
        }).pipe(here()),
    )

    it.effect("refuses strands and affects by rule", () =>
      Effect.gen(function* () {
        const { supersede } = yield* Lifecycle
        yield* plantMemory(alice, "strand", { aspects: ["persona"] })
        yield* plantMemory(alice, "affect", { aspects: ["affective"] })
        const rules = yield* Effect.forEach(["strand", "affect"], (key) =>
          Effect.flip(supersede(alice, key, note("Fresh."))),
        )
        assert.deepStrictEqual(
          rules.map((refusal) => refusal.message),
          ["refused: persona-strand", "refused: affective-memory"],
        )
      }).pipe(here()),
    )
  })
}
