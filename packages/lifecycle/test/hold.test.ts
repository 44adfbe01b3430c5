// Verifies: GU-13
import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { alice, allRecords, facts, note, stores, world } from "./support/world.ts"
import { plantAll, writers } from "./support/writers.ts"

const doubtful = note("In DOUBT.")
const awaitsReview = { _tag: "Held", rule: "secret" }

for (const { name, layer } of stores) {
  describe(`what the guard holds, over ${name}`, () => {
    const here = () => Effect.provide(world({ store: layer }))

    it.effect("is kept as a held memory, and says so in its history", () =>
      Effect.gen(function* () {
        const { remember, rememberMany } = yield* Lifecycle
        const { history } = yield* Provenance
        yield* TestClock.adjust(5)
        const held = yield* remember(alice, { ...doubtful, key: "k" })
        assert.strictEqual(held.status, "held")
        assert.strictEqual(held.content, "In DOUBT.")
        assert.deepStrictEqual(yield* history(alice, "k"), [
          { status: "active", at: 5 },
          { status: "held", at: 5 },
        ])
        const [plain, other] = yield* rememberMany(alice, [note("Plain."), note("More DOUBT.")])
        assert.containSubset(plain, { ok: { status: "active" } })
        assert.containSubset(other, { ok: { status: "held" } })
      }).pipe(here()),
    )

    it.effect("may be repeated, with a key and without", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const first = yield* remember(alice, doubtful)
        assert.deepStrictEqual(yield* remember(alice, doubtful), first)
        const keyed = yield* remember(alice, { ...doubtful, key: "k" })
        assert.deepStrictEqual(yield* remember(alice, { ...doubtful, key: "k" }), keyed)
        assert.strictEqual((yield* allRecords(alice, "memory")).length, 2)
      }).pipe(here()),
    )

    it.effect("becomes active by a reviewer's word and not without", () =>
      Effect.gen(function* () {
        const { forget, remember, unforget } = yield* Lifecycle
        const { history } = yield* Provenance
        yield* remember(alice, { ...doubtful, key: "k" })
        assert.deepStrictEqual(facts(yield* Effect.flip(unforget(alice, "k"))), awaitsReview)
        assert.strictEqual((yield* Effect.flip(forget(alice, "k")))._tag, "NotActive")
        const released = yield* unforget(alice, "k", { reviewedBy: "keeper-1" })
        assert.strictEqual(released.status, "active")
        assert.deepStrictEqual((yield* history(alice, "k")).at(-1), {
          status: "active",
          at: 0,
          by: "keeper-1",
        })
      }).pipe(here()),
    )

    it.effect("is active from the start when it names a reviewer", () =>
      Effect.gen(function* () {
        const { remember } = yield* Lifecycle
        const kept = yield* remember(alice, { ...doubtful, reviewedBy: "keeper-1" })
        assert.strictEqual(kept.status, "active")
      }).pipe(here()),
    )
  })
}

describe("an act or a replacement that the guard holds", () => {
  it.effect("is left undone until it names a reviewer", () =>
    Effect.gen(function* () {
      const { fulfil, forget, relate, supersede, unforget } = yield* Lifecycle
      yield* plantAll
      const before = yield* allRecords(alice, "memory")
      const reason = "a DOUBT"
      const acts: ReadonlyArray<Effect.Effect<unknown, object>> = [
        forget(alice, "a", { reason }),
        unforget(alice, "hidden", { reason }),
        fulfil(alice, "plan", { reason }),
        relate(alice, "association", ["a", "b"], { reason }),
        supersede(alice, "a", doubtful),
        supersede(alice, "a", note("Fine."), { reason }),
      ]
      for (const act of acts) assert.deepStrictEqual(facts(yield* Effect.flip(act)), awaitsReview)
      assert.deepStrictEqual(yield* allRecords(alice, "memory"), before)
      yield* writers.forget({ reason, reviewedBy: "keeper-1" })
      yield* supersede(alice, "a", { ...doubtful, reviewedBy: "keeper-1" })
    }).pipe(Effect.provide(world())),
  )
})
