// What an erasure takes and what it leaves, over every store.
// Verifies: ST-18, ME-15, ME-26, ER-01, ER-02, ER-03, ER-04, ER-05, ER-07, ER-08, ER-09, ER-14, ER-15, ER-16, ER-17, ER-20, ER-21, ER-22, ER-26, WH-07, WH-08, LM-15, LM-16, LM-17
import { assert, describe, it } from "@effect/vitest"
import { Erasure, isReceiptIntact } from "@reminisce/erasure"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { Recall } from "@reminisce/recall-engine"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import {
  about,
  alice,
  all,
  bob,
  everything,
  person,
  record,
  secretWords,
  stores,
  story,
  told,
  world,
} from "./support/world.ts"

const wordsIn = (text: string): ReadonlyArray<string> =>
  secretWords.filter((word) => text.toLowerCase().includes(word.slice(0, 5)))

const refusal = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

for (const { name, layer } of stores) {
  describe(`withdraw over ${name}`, () => {
    it.effect("takes every word from every record, link and index page of every owner", () =>
      Effect.gen(function* () {
        yield* story
        assert.deepStrictEqual(wordsIn(yield* everything), secretWords)
        const { withdraw } = yield* Erasure
        const receipt = yield* withdraw(person, "she asked for it", { by: "desk" })
        assert.deepStrictEqual(wordsIn(yield* everything), [])
        assert.deepStrictEqual(wordsIn(JSON.stringify(receipt)), [])
        assert.deepStrictEqual(
          receipt.owners.map(({ owner, memories }) => [owner, memories]),
          [
            ["agent:alice", 6],
            ["agent:bob", 1],
          ],
        )
        assert.containSubset(receipt.total, {
          memories: 7,
          // Of m_3, of m_5, which m_8 replaced, and of m_9.
          statusReasons: 3,
          contradictions: 2,
          groups: 1,
          citations: 2,
          sources: 1,
        })
        assert.deepStrictEqual(receipt.verification, { memories: 7, leftovers: 0, withWords: 0 })
        assert.isTrue(isReceiptIntact(receipt))
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect("leaves keys, times, numbers, who stands for it, and what is about nobody", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(7_000)
        yield* story
        const before = yield* record(alice, "memory", "m_1")
        const { withdraw } = yield* Erasure
        yield* withdraw(person, "asked", { by: "desk" })
        for (const [type, key] of [
          ["statusChange", "m_1#1"],
          ["withdrawal", (yield* all(alice, "withdrawal"))[0]?.key ?? ""],
        ] as const)
          assert.strictEqual((yield* record(alice, type, key))?.attributes.by, "desk")
        const after = yield* record(alice, "memory", "m_1")
        const { concerns, ...rest } = after?.attributes ?? {}
        assert.deepStrictEqual(rest, {
          aspects: ["semantic"],
          basis: "told",
          confidence: 1_000,
          salience: 1_000_000,
          status: "withdrawn",
          recordedAt: 7_000,
          validFrom: 1_000,
          reviewedBy: "keeper",
          recallCount: 0,
          outside: true,
          facets: [],
          cues: [],
        })
        assert.deepStrictEqual(concerns, before?.attributes.concerns)
        assert.strictEqual((yield* record(alice, "memory", "m_2"))?.attributes.dueAt, 5_000)
        const sources = (yield* all(alice, "source")).map(({ attributes }) => attributes.reference)
        assert.deepStrictEqual(sources, ["web:shared"])
        const { recall } = yield* Recall
        const found = yield* recall(alice, "tide boats", {})
        assert.sameMembers(
          found.memories.map(({ key }) => key),
          ["m_6", "m_7"],
        )
        const hers = yield* recall(alice, "zanzibar saffron tourmaline", { subject: person })
        assert.deepStrictEqual(hers.memories, [])
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect("is told by why, and is final", () =>
      Effect.gen(function* () {
        yield* story
        const { withdraw } = yield* Erasure
        const { why } = yield* Provenance
        const { forget, remember, unforget } = yield* Lifecycle
        assert.strictEqual((yield* why(alice, "m_1", { subject: person })).withdrawal, "none")
        yield* withdraw(person, "asked")
        const one = yield* why(alice, "m_1", { subject: person })
        assert.strictEqual(one.withdrawal, "complete")
        assert.isUndefined(one.memory.content)
        assert.deepStrictEqual(
          one.history.map(({ status, reason }) => [status, reason]),
          [
            ["active", undefined],
            ["withdrawn", undefined],
          ],
        )
        assert.strictEqual((yield* why(alice, "m_6")).withdrawal, "none")
        assert.strictEqual(yield* refusal(forget(alice, "m_1")), "NotActive")
        assert.strictEqual(yield* refusal(unforget(alice, "m_1")), "NotActive")
        assert.strictEqual(yield* refusal(remember(alice, told("again", { key: "m_1" }))), "Exists")
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect("may be repeated, reaches what is new, and keeps its reason in a record", () =>
      Effect.gen(function* () {
        yield* story
        const { withdraw } = yield* Erasure
        yield* withdraw(person, "the first time")
        assert.strictEqual((yield* withdraw(person, "again")).total.memories, 0)
        assert.lengthOf(yield* all(alice, "withdrawal"), 1)
        yield* TestClock.adjust(1_000)
        const { remember } = yield* Lifecycle
        yield* remember(alice, told("She is back", { key: "m_10", ...about(person) }))
        const { why } = yield* Provenance
        assert.strictEqual((yield* why(alice, "m_10", { subject: person })).withdrawal, "none")
        const last = yield* withdraw(person, "the second time")
        assert.deepStrictEqual(
          last.owners.map(({ memories }) => memories),
          [1, 0],
        )
        const reasons = (yield* all(alice, "withdrawal")).map(({ attributes }) => attributes.reason)
        assert.sameMembers(reasons, ["the first time", "the second time"])
        assert.strictEqual(yield* refusal(withdraw("person-9", "unknown")), "NotFound")
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect(
      "refuses a reason that holds a secret, and an unknown option, and writes nothing",
      () =>
        Effect.gen(function* () {
          yield* story
          const before = yield* everything
          const { purge, redact, withdraw } = yield* Erasure
          const secret = ["ghp", "x7Kq2Vn9Rb4Tm1Zc8Wd5Yh3Jf6Lg0PsQaEuN"].join("_")
          const by = `token ${secret}`
          for (const refused of [
            refusal(withdraw(person, by)),
            refusal(withdraw(person, "asked", { by })),
            refusal(purge(person, { confirm: true, by })),
            refusal(redact(alice, "m_1", by)),
            refusal(redact(alice, "m_1", "asked", { by })),
          ])
            assert.strictEqual(yield* refused, "SecretRefused")
          assert.strictEqual(yield* refusal(withdraw(person, "")), "Invalid")
          assert.strictEqual(yield* refusal(withdraw(person, "x", { batch: 4_001 })), "Invalid")
          assert.strictEqual(yield* everything, before)
        }).pipe(Effect.provide(world(layer()))),
    )
  })

  describe(`purge over ${name}`, () => {
    it.effect("removes the person, their links and the records of withdrawals", () =>
      Effect.gen(function* () {
        yield* story
        const { purge, withdraw } = yield* Erasure
        yield* withdraw(person, "a reason in passing")
        const unconfirmed = yield* Effect.flip(purge(person, {}))
        assert.containSubset(unconfirmed, { _tag: "Invalid", field: "confirm" })
        const receipt = yield* purge(person, { confirm: true })
        assert.containSubset(receipt.total, { memories: 0, subjectLinks: 7, withdrawals: 2 })
        assert.notDeepInclude(receipt.notReached, { what: "withdrawal-reason" })
        const left = yield* everything
        assert.notInclude(left, person)
        assert.notInclude(left, "a reason in passing")
        assert.include(left, "person-2")
        const { why } = yield* Provenance
        assert.strictEqual((yield* why(alice, "m_1")).withdrawal, "purged")
        assert.strictEqual((yield* why(bob, "m_1")).withdrawal, "purged")
        const both = yield* why(alice, "m_9", { subject: "person-2" })
        assert.strictEqual(both.withdrawal, "purged")
        assert.strictEqual(yield* refusal(purge(person, { confirm: true })), "NotFound")
      }).pipe(Effect.provide(world(layer()))),
    )

    it.effect("withdraws first where nobody has", () =>
      Effect.gen(function* () {
        yield* story
        const { purge, verifyErasure } = yield* Erasure
        yield* purge(person, { confirm: true })
        assert.deepStrictEqual(wordsIn(yield* everything), [])
        const found = yield* verifyErasure(person, secretWords)
        assert.deepStrictEqual(
          [found.owners, found.words, found.index, found.isClean],
          [[], [], { withdrawn: 7, stray: 0 }, true],
        )
      }).pipe(Effect.provide(world(layer()))),
    )
  })

  describe(`redact over ${name}`, () => {
    it.effect("empties one memory, names what rests on it, and is told by why", () =>
      Effect.gen(function* () {
        yield* story
        const { previewRedact, redact } = yield* Erasure
        const asItWas = yield* everything
        const preview = yield* previewRedact(alice, "m_7")
        assert.strictEqual(yield* everything, asItWas)
        const receipt = yield* redact(alice, "m_7", "pasted by mistake", { by: "desk" })
        const notes = (yield* all(alice, "withdrawal")).map(({ attributes }) => attributes)
        assert.deepStrictEqual(
          notes.map(({ by, reason, subject }) => [by, reason, subject]),
          [["desk", "pasted by mistake", "m_7"]],
        )
        assert.notDeepInclude(receipt.notReached, { what: "unlinked-memories" })
        assert.deepStrictEqual(receipt.total, preview.counts)
        assert.strictEqual(receipt.memory, "m_7")
        assert.deepStrictEqual(
          receipt.owners.map(({ memories }) => memories),
          [1],
        )
        assert.notInclude(yield* everything, "Boats")
        assert.include(yield* everything, "tide")
        const { why } = yield* Provenance
        assert.strictEqual((yield* why(alice, "m_7")).withdrawal, "complete")
        assert.deepStrictEqual((yield* previewRedact(alice, "m_1")).dependents, ["m_3"])
        assert.deepStrictEqual((yield* previewRedact(alice, "m_3")).dependents, ["m_4"])
        // That one follows from it may be contradicted in its words.
        const { relate } = yield* Lifecycle
        const claim = { derivation: ["m_3", "m_1"] as const }
        yield* relate(alice, "contradiction", [claim, "m_6"], { reason: "quagmire" })
        const first = yield* redact(alice, "m_1", "pasted as well")
        assert.notInclude(yield* everything, "quagmire")
        assert.deepInclude(first.notReached, { what: "dependent-memories", keys: ["m_3"] })
        assert.strictEqual((yield* redact(alice, "m_7", "again")).total.memories, 0)
        assert.strictEqual(yield* refusal(redact(alice, "m_99", "unknown")), "NotFound")
        assert.strictEqual(yield* refusal(redact(bob, "m_7", "not his")), "NotFound")
      }).pipe(Effect.provide(world(layer()))),
    )
  })
}
