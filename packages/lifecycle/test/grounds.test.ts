// Verifies: LI-03, LI-16, ME-05, ME-16, ME-19, ME-20, ME-32, ST-15
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { Limits, type RememberRequest } from "@reminisce/schema"
import * as Effect from "effect/Effect"
import { plantMemory } from "./support/plant.ts"
import { alice, allLinks, allRecords, bob, facts, note, stores, world } from "./support/world.ts"

for (const { name, layer } of stores) {
  const here = () => Effect.provide(world({ store: layer }))

  describe(`what a memory rests on, over ${name}`, () => {
    it.effect("is not found where only another owner has it, just as where nobody has", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        yield* remember(bob, note("Bob's.", { key: "his" }))
        const named = (key: string): ReadonlyArray<Partial<RememberRequest>> => [
          { derivedFrom: [key] },
          { aspects: ["prospective"], cues: [{ memory: key }] },
        ]
        for (const more of [
          ...named("his"),
          ...named("nobody's"),
          { key: "self", derivedFrom: ["self"] },
        ]) {
          const refusal = yield* Effect.flip(remember(alice, note("Mine.", more)))
          assert.strictEqual(refusal._tag, "NotFound")
          assert.deepStrictEqual(Object.keys(refusal), ["_tag"])
        }
        assert.deepStrictEqual(yield* allRecords(alice, "memory"), [])
        assert.deepStrictEqual(yield* allRecords(alice, "subject"), [])
      }).pipe(here()),
    )

    it.effect("is no strand and no affect", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        yield* plantMemory(alice, "strand", { aspects: ["persona"] })
        yield* plantMemory(alice, "affect", { aspects: ["affective"] })
        const rules = yield* Effect.forEach(
          [["strand"], ["affect"], ["affect", "strand"]],
          (keys) => Effect.flip(remember(alice, note("Resting.", { derivedFrom: keys }))),
        )
        assert.deepStrictEqual(
          rules.map(({ message }) => message),
          ["refused: persona-strand", "refused: affective-memory", "refused: persona-strand"],
        )
      }).pipe(here()),
    )

    it.effect("hands on its subjects, with their scopes, through any number of steps", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const about = (ref: string, consentScope: string) => ({
          subjects: [{ ref, consentScope }],
        })
        yield* remember(alice, note("A.", { key: "a", ...about("p1", "one") }))
        yield* remember(alice, note("B.", { key: "b", ...about("p2", "two") }))
        yield* remember(alice, note("C.", { key: "c", derivedFrom: ["a", "b"] }))
        const last = yield* remember(
          alice,
          note("D.", { key: "d", derivedFrom: ["c"], ...about("p2", "own") }),
        )
        assert.deepStrictEqual(last.subjects, ["p1", "p2"])
        const links = yield* concerns("d")
        assert.deepStrictEqual(links, [
          { ref: "p1", consentScope: "one", inherited: true },
          { ref: "p2", consentScope: "own", inherited: false },
        ])
        const { why } = yield* Provenance
        assert.strictEqual(
          (yield* Effect.flip(why(alice, "d", { subject: "p1" })))._tag,
          "NotFound",
        )
        assert.strictEqual((yield* why(alice, "d", { subject: ["p2", "p1"] })).memory.key, "d")
      }).pipe(here()),
    )

    it.effect(
      "hands on the scope of the replaced memory before those of grounds, the least key first",
      () =>
        Effect.gen(function* () {
          const { remember, supersede } = yield* Lifecycle
          const about = (consentScope: string) => ({ subjects: [{ ref: "p1", consentScope }] })
          for (const key of ["b", "a", "c"]) {
            yield* remember(alice, note(`${key}.`, { key, ...about(`scope of ${key}`) }))
          }
          const derivedFrom = ["b", "a"]
          yield* remember(alice, note("Derived.", { key: "d", derivedFrom }))
          yield* supersede(alice, "c", note("Instead.", { key: "e", derivedFrom }))
          const scopes = yield* Effect.forEach(["d", "e"], concerns)
          assert.deepStrictEqual(
            scopes.flat().map(({ consentScope }) => consentScope),
            ["scope of a", "scope of c"],
          )
        }).pipe(here()),
    )

    it.effect("may not concern more people than any audience can hold", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const crowd = Array.from({ length: Limits.audience }, (_, i) => ({
          ref: `p${i}`,
          consentScope: "s",
        }))
        yield* remember(alice, note("Crowd.", { key: "crowd", subjects: crowd }))
        const one = { subjects: [{ ref: "p0", consentScope: "s" }] }
        yield* remember(alice, note("Still.", { derivedFrom: ["crowd"], ...one }))
        const more = { subjects: [{ ref: "another", consentScope: "s" }] }
        const refusal = yield* Effect.flip(
          remember(alice, note("Over.", { derivedFrom: ["crowd"], ...more })),
        )
        assert.deepStrictEqual(facts(refusal), {
          _tag: "TooLarge",
          field: "subjects",
          cap: Limits.audience,
        })
      }).pipe(here()),
    )

    it.effect("marks it as outside text, however far below", () =>
      Effect.gen(function* () {
        const { remember, supersede } = yield* Lifecycle
        yield* remember(alice, note("Told.", { key: "told" }))
        yield* remember(alice, note("Seen.", { key: "seen", basis: "observed" }))
        yield* remember(alice, note("Read.", { key: "read", sources: ["doc:x"] }))
        yield* remember(alice, note("From told.", { key: "from-told", derivedFrom: ["told"] }))
        yield* remember(
          alice,
          note("From seen.", { key: "from-seen", derivedFrom: ["told", "seen"] }),
        )
        yield* remember(alice, note("Deeper.", { key: "deeper", derivedFrom: ["from-seen"] }))
        yield* supersede(alice, "read", note("Instead.", { key: "instead" }))
        const flags = (yield* allRecords(alice, "memory")).map(({ key, attributes }) => [
          key,
          attributes.outside,
        ])
        assert.deepStrictEqual(Object.fromEntries(flags), {
          told: false,
          seen: true,
          read: true,
          "from-told": false,
          "from-seen": true,
          deeper: true,
          instead: true,
        })
      }).pipe(here()),
    )
  })
}

/** Whom a memory of alice's concerns, by reference. */
const concerns = Effect.fnUntraced(function* (key: string) {
  const subjects = new Map(
    (yield* allRecords(alice, "subject")).map((each) => [each.key, each.attributes.reference]),
  )
  return (yield* allLinks(alice, "concerning"))
    .filter(({ ends }) => ends.memory?.key === key)
    .map(({ ends, attributes }) => ({
      ref: subjects.get(ends.subject?.key ?? ""),
      consentScope: attributes.consentScope,
      inherited: attributes.inherited,
    }))
    .sort((a, b) => (String(a.ref) < String(b.ref) ? -1 : 1))
})
