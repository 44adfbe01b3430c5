// Verifies: LI-01, LI-18, ME-03, ME-04, ME-07, ST-13, ST-14, ST-16
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import type { RememberRequest } from "@reminisce/schema"
import { MemoryStore, type StoreRecord } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { alice, allRecords, bob, facts, note, stores, world } from "./support/world.ts"

/** One of everything a caller may say, with its sets out of order. */
const everything: RememberRequest = {
  content: "Check the rota of the north gate before the review.",
  aspects: ["semantic", "prospective", "episodic"],
  basis: "inferred",
  confidence: 700,
  salience: 900_000,
  sources: ["doc:rota", "doc:gates", "doc:rota"],
  facets: [
    ["place", "north gate"],
    ["a!", "z"],
    ["a", "b=c"],
    ["place", "north gate"],
  ],
  subjects: [
    { ref: "person-2", consentScope: "shift planning" },
    { ref: "person-1", consentScope: "shift planning" },
  ],
  validFrom: "2026-01-01T00:00:00Z",
  validTo: 1_800_000_000_000,
  occurredAt: -5,
  dueAt: 0,
  cues: [
    { event: "rota_review" },
    { audience: "person-1" },
    { source: "doc:rota" },
    { term: "gate" },
  ],
  trail: "session-7",
  ordinal: 0,
  reviewedBy: "keeper-1",
}
const people = ["person-1", "person-2"]

for (const { name, layer } of stores) {
  const here = () => Effect.provide(world({ store: layer }))

  describe(`remember over ${name}`, () => {
    it.effect(
      "answers the very memory that why shows, with sets in order and defaults filled in",
      () =>
        Effect.gen(function* () {
          yield* TestClock.adjust(1_000)
          const kept = yield* (yield* Lifecycle).remember(alice, everything)
          const told = yield* (yield* Provenance).why(alice, kept.key, { subject: people })
          assert.deepStrictEqual(told.memory, kept)
          assert.deepStrictEqual(told.sources, ["doc:rota", "doc:gates"])
          assert.deepStrictEqual(told.history, [{ status: "active", at: 1_000 }])
          assert.match(kept.key, /^m_[0-9a-f]{32}$/)
          const { key, ...rest } = kept
          assert.deepStrictEqual(rest, {
            content: "Check the rota of the north gate before the review.",
            aspects: ["episodic", "prospective", "semantic"],
            basis: "inferred",
            confidence: 700,
            salience: 900_000,
            status: "active",
            recordedAt: 1_000,
            validFrom: 1_767_225_600_000,
            validTo: 1_800_000_000_000,
            occurredAt: -5,
            dueAt: 0,
            facets: [
              ["a", "b=c"],
              ["a!", "z"],
              ["place", "north gate"],
            ],
            cues: [
              { audience: "person-1" },
              { event: "rota_review" },
              { source: "doc:rota" },
              { term: "gate" },
            ],
            subjects: people,
            trail: "session-7",
            ordinal: 0,
            reviewedBy: "keeper-1",
            recallCount: 0,
            affects: [],
          })
        }).pipe(here()),
    )

    it.effect("keeps one record per owner of each source and each subject", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        yield* remember(alice, everything)
        yield* remember(alice, { ...everything, content: "Another." })
        const references = (records: ReadonlyArray<StoreRecord>) =>
          records.map(({ attributes }) => attributes.reference).sort()
        const sources = yield* allRecords(alice, "source")
        const subjects = yield* allRecords(alice, "subject")
        assert.deepStrictEqual(references(sources), ["doc:gates", "doc:rota"])
        assert.deepStrictEqual(references(subjects), people)
        for (const { key } of sources) assert.match(key, /^s_[0-9a-f]{32}$/)
        for (const { key } of subjects) assert.match(key, /^p_[0-9a-f]{32}$/)
      }).pipe(here()),
    )

    it.effect("answers a repeated write with the memory that is there", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const first = yield* remember(alice, everything)
        yield* TestClock.adjust(5)
        const again = yield* remember(alice, {
          ...everything,
          aspects: ["episodic", "prospective", "semantic", "episodic"],
          facets: [...(everything.facets ?? [])].reverse(),
          cues: [...(everything.cues ?? [])].reverse(),
          subjects: [...(everything.subjects ?? [])].reverse(),
          validFrom: 1_767_225_600_000,
        })
        assert.deepStrictEqual(again, first)
        assert.strictEqual((yield* allRecords(alice, "memory")).length, 1)
      }).pipe(here()),
    )

    const variations: ReadonlyArray<readonly [string, Partial<RememberRequest>]> = [
      ["content", { content: "Other." }],
      ["aspects", { aspects: ["prospective"] }],
      ["basis", { basis: "told" }],
      ["confidence", { confidence: 701 }],
      ["salience", { salience: 1 }],
      ["the order of sources", { sources: ["doc:gates", "doc:rota"] }],
      ["facets", { facets: [["place", "north gate"]] }],
      ["a subject's scope", { subjects: [{ ref: "person-1", consentScope: "other" }], cues: [] }],
      ["validFrom", { validFrom: 1 }],
      ["validTo", { validTo: 1_800_000_000_001 }],
      ["occurredAt", { occurredAt: -6 }],
      ["dueAt", { dueAt: 1 }],
      ["cues", { cues: [{ event: "rota_review" }] }],
      ["trail", { trail: "session-8" }],
      ["ordinal", { ordinal: 1 }],
      ["reviewedBy", { reviewedBy: "keeper-2" }],
    ]
    it.effect.each(variations)("takes a write that differs in %s for another one", ([, change]) =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const first = yield* remember(alice, { ...everything, key: "k" })
        const other = { ...everything, ...change }
        assert.notStrictEqual((yield* remember(alice, other)).key, first.key)
        const refusal = yield* Effect.flip(remember(alice, { ...other, key: "k" }))
        assert.deepStrictEqual(facts(refusal), { _tag: "Exists", key: "k" })
      }).pipe(here()),
    )

    it.effect.each([
      ["other words", { content: "Other." }],
      ["other sources", { sources: ["doc:other"] }],
      ["another ground", { derivedFrom: ["ground"] }],
      ["another subject", { subjects: [{ ref: "person-2", consentScope: "care" }] }],
      ["another scope", { subjects: [{ ref: "person-1", consentScope: "other" }] }],
    ] as const)(
      "is not misled by a fingerprint that stands beside %s",
      ([, change]: readonly [string, Partial<RememberRequest>]) =>
        Effect.gen(function* () {
          const { remember } = yield* Lifecycle
          yield* remember(alice, note("What it rests on.", { key: "ground" }))
          const said = note("Said.", {
            sources: ["doc:rota"],
            subjects: [{ ref: "person-1", consentScope: "care" }],
          })
          const { key } = yield* remember(alice, said)
          const forged = yield* remember(alice, { ...said, ...change })
          const records = yield* allRecords(alice, "memory")
          const fingerprint = String(
            records.find((each) => each.key === key)?.attributes.fingerprint,
          )
          assert.lengthOf(fingerprint, 32)
          yield* (yield* MemoryStore).update(alice, () =>
            Effect.succeed({
              answer: undefined,
              draft: {
                unset: [{ type: "memory", key, attributes: ["fingerprint"] }],
                set: [{ type: "memory", key: forged.key, attributes: { fingerprint } }],
              },
            }),
          )
          const again = yield* remember(alice, said)
          assert.notStrictEqual(again.key, forged.key)
          assert.strictEqual(again.content, "Said.")
          assert.strictEqual((yield* remember(alice, said)).key, again.key)
        }).pipe(here()),
    )

    it.effect(
      "answers a repeated key whatever became of the memory, and without a key only an active one",
      () =>
        Effect.gen(function* () {
          const { remember, forget } = yield* Lifecycle
          const keyed = yield* remember(alice, note("One.", { key: "k" }))
          assert.strictEqual((yield* remember(alice, note("One."))).key, "k")
          yield* forget(alice, "k")
          const repeated = yield* remember(alice, note("One.", { key: "k" }))
          assert.deepStrictEqual(repeated, { ...keyed, status: "forgotten" })
          const fresh = yield* remember(alice, note("One."))
          assert.notStrictEqual(fresh.key, "k")
          assert.strictEqual((yield* remember(alice, note("One."))).key, fresh.key)
        }).pipe(here()),
    )

    it.effect("keeps owners apart, keys and all", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const { why } = yield* Provenance
        yield* remember(alice, note("Alice's.", { key: "k" }))
        yield* remember(bob, note("Bob's.", { key: "k" }))
        assert.strictEqual((yield* why(alice, "k")).memory.content, "Alice's.")
        assert.strictEqual((yield* why(bob, "k")).memory.content, "Bob's.")
      }).pipe(here()),
    )

    it.effect("never lets the recording go back, though the clock does", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        yield* TestClock.setTime(9_000)
        yield* remember(alice, note("Late."))
        yield* TestClock.setTime(3_000)
        assert.strictEqual((yield* remember(alice, note("Early."))).recordedAt, 9_000)
        assert.strictEqual((yield* remember(bob, note("Early."))).recordedAt, 3_000)
      }).pipe(here()),
    )
  })
}
