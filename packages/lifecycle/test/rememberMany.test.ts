// Verifies: LI-01, LI-02, LI-03, LI-18, LI-20
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle, type RememberAnswer } from "@reminisce/lifecycle"
import { Limits } from "@reminisce/schema"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { alice, allRecords, bob, facts, note, stores, world } from "./support/world.ts"

const outcome = (answer: RememberAnswer): string =>
  "ok" in answer ? answer.ok.key : answer.refusal._tag

for (const { name, layer } of stores) {
  const here = () => Effect.provide(world({ store: layer }))

  describe(`rememberMany over ${name}`, () => {
    it.effect("keeps or refuses each on its own, and aligns the answers with the requests", () =>
      Effect.gen(function* () {
        const { rememberMany } = yield* Lifecycle
        const answers = yield* rememberMany(alice, [
          note("A.", { key: "a" }),
          note(""),
          note("On a.", { key: "b", derivedFrom: ["a"] }),
          note("On a later one.", { key: "c", derivedFrom: ["d"] }),
          note("D.", { key: "d" }),
          note("On a refused one.", { derivedFrom: ["c"] }),
          note("A.", { key: "a" }),
          note("Not A.", { key: "a" }),
          note("D."),
          note("A SECRET."),
        ])
        assert.deepStrictEqual(answers.map(outcome), [
          "a",
          "Invalid",
          "b",
          "NotFound",
          "d",
          "NotFound",
          "a",
          "Exists",
          "d",
          "SecretRefused",
        ])
        const kept = (yield* allRecords(alice, "memory")).map(({ key }) => key)
        assert.deepStrictEqual(kept, ["a", "b", "d"])
      }).pipe(here()),
    )

    it.effect("writes all it keeps in one transaction, and nothing when all are refused", () =>
      Effect.gen(function* () {
        const { rememberMany } = yield* Lifecycle
        const store = yield* MemoryStore
        const sequence = store.read(alice, (view) => Effect.succeed(view.sequence))
        yield* rememberMany(alice, [note("A."), note("B."), note("C.")])
        assert.strictEqual(yield* sequence, 1)
        yield* rememberMany(alice, [note(""), note("A."), note("D.", { derivedFrom: ["none"] })])
        assert.strictEqual(yield* sequence, 1)
        assert.deepStrictEqual(yield* rememberMany(alice, []), [])
        assert.strictEqual(yield* sequence, 1)
      }).pipe(here()),
    )

    it.effect(
      "shares sources and subjects among its items and passes subjects on between them",
      () =>
        Effect.gen(function* () {
          const { rememberMany } = yield* Lifecycle
          const about = { subjects: [{ ref: "p1", consentScope: "s" }], sources: ["doc:x"] }
          const answers = yield* rememberMany(alice, [
            note("A.", { key: "a", ...about }),
            note("B.", about),
            note("C.", { derivedFrom: ["a"] }),
          ])
          const subjects = answers.map((answer) => ("ok" in answer ? answer.ok.subjects : []))
          assert.deepStrictEqual(subjects, [["p1"], ["p1"], ["p1"]])
          assert.strictEqual((yield* allRecords(alice, "subject")).length, 1)
          assert.strictEqual((yield* allRecords(alice, "source")).length, 1)
        }).pipe(here()),
    )

    it.effect("is a replay as a whole", () =>
      Effect.gen(function* () {
        const { rememberMany } = yield* Lifecycle
        const requests = [note("A.", { key: "a" }), note("B."), note("C.", { derivedFrom: ["a"] })]
        const first = yield* rememberMany(alice, requests)
        assert.deepStrictEqual(yield* rememberMany(alice, requests), first)
        assert.strictEqual((yield* allRecords(alice, "memory")).length, 3)
      }).pipe(here()),
    )

    it.effect(
      "answers a repetition with the least key, whether it was there or came in the same call",
      () =>
        Effect.gen(function* () {
          const { remember, rememberMany } = yield* Lifecycle
          yield* remember(alice, note("Same.", { key: "k5" }))
          const answers = yield* rememberMany(alice, [
            note("Same.", { key: "k7" }),
            note("Same."),
            note("Same.", { key: "k3" }),
            note("Same."),
          ])
          assert.deepStrictEqual(answers.map(outcome), ["k7", "k5", "k3", "k3"])
        }).pipe(here()),
    )

    it.effect("takes as many as the cap says and refuses one more as a whole", () =>
      Effect.gen(function* () {
        const { rememberMany } = yield* Lifecycle
        const requests = Array.from({ length: Limits.many + 1 }, (_, i) => note(`Note ${i}.`))
        const refusal = yield* Effect.flip(rememberMany(alice, requests))
        assert.deepStrictEqual(facts(refusal), {
          _tag: "TooLarge",
          field: "memories",
          cap: Limits.many,
        })
        assert.deepStrictEqual(yield* allRecords(alice, "memory"), [])
        const answers = yield* rememberMany(alice, requests.slice(1))
        assert.isTrue(answers.every((answer) => "ok" in answer))
        assert.strictEqual((yield* allRecords(alice, "memory")).length, Limits.many)
      }).pipe(here()),
    )

    it.effect("does not find another owner's grounds", () =>
      Effect.gen(function* () {
        const { rememberMany } = yield* Lifecycle
        yield* rememberMany(bob, [note("His.", { key: "k" })])
        const answers = yield* rememberMany(alice, [note("Mine.", { derivedFrom: ["k"] })])
        assert.deepStrictEqual(answers.map(outcome), ["NotFound"])
      }).pipe(here()),
    )
  })
}
