// A withdrawal is a series that may stop anywhere, and that nothing written meanwhile escapes.
// Verifies: ER-11, ER-13, ER-14, ER-18, ER-19, WH-08, LM-14
import { assert, describe, it } from "@effect/vitest"
import { Erasure, ErasureOptions, ErasureProgress } from "@reminisce/erasure"
import { Guard } from "@reminisce/guard"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { type MemoryStore, type Owner, StoreError, Unavailable } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { about, alice, all, bob, everything, person, stores, told, world } from "./support/world.ts"

const COUNT = 25

const fill = (owner: Owner, from = 0) =>
  Effect.flatMap(Lifecycle, ({ rememberMany }) =>
    rememberMany(
      owner,
      Array.from({ length: COUNT }, (_, i) =>
        told(`She said number ${from + i}`, {
          key: `k_${String((from + i) * 7).padStart(4, "0")}`,
          ...about(person),
        }),
      ),
    ),
  )

/** What happens before the update of this number since it was armed. */
interface Trap {
  before: ((update: number) => Effect.Effect<void, StoreError, never>) | undefined
  updates: number
}
const makeTrap = (): Trap => ({ before: undefined, updates: 0 })

const trapped =
  (trap: Trap) =>
  (store: MemoryStore["Service"]): MemoryStore["Service"] => ({
    ...store,
    schema: store.schema,
    update: (owner, decide) =>
      Effect.suspend(() => {
        const { before } = trap
        if (before === undefined) return store.update(owner, decide)
        trap.before = undefined
        const number = trap.updates++
        return Effect.andThen(before(number), () => {
          trap.before = before
          return store.update(owner, decide)
        })
      }),
  })

const unavailable = new StoreError({
  operation: "update",
  reason: new Unavailable({ what: "planted" }),
})

const withWords = Effect.map(everything, (text) => text.match(/She said number/g)?.length ?? 0)

for (const { name, layer } of stores) {
  describe(`a withdrawal over ${name}`, () => {
    for (const stopAt of [1, 3, 5, 7]) {
      it.effect(
        `that stops before transaction ${stopAt} is incomplete until it is repeated`,
        () => {
          const trap = makeTrap()
          return Effect.gen(function* () {
            yield* fill(alice)
            yield* fill(bob, 100)
            const { withdraw } = yield* Erasure
            const { why } = yield* Provenance
            trap.before = (number) => (number === stopAt ? Effect.fail(unavailable) : Effect.void)
            const stopped = yield* Effect.flip(withdraw(person, "asked", { batch: 10 }))
            trap.before = undefined
            if (stopped._tag !== "WithdrawalIncomplete") return assert.fail(stopped._tag)
            assert.strictEqual(yield* withWords, 2 * COUNT - stopped.redacted)
            const of = stopAt < 4 ? [alice, "k_0000"] : [bob, "k_0700"]
            const explained = yield* why(of[0] as Owner, of[1] as string, { subject: person })
            assert.strictEqual(explained.withdrawal, "incomplete")
            assert.deepStrictEqual(
              [stopped.done, stopped.open],
              stopAt < 4 ? [[], ["agent:alice", "agent:bob"]] : [["agent:alice"], ["agent:bob"]],
            )
            const receipt = yield* withdraw(person, "asked", { batch: 10 })
            assert.strictEqual(receipt.total.memories, 2 * COUNT - stopped.redacted)
            assert.strictEqual(yield* withWords, 0)
            const records = [
              ...(yield* all(alice, "withdrawal")),
              ...(yield* all(bob, "withdrawal")),
            ]
            assert.deepStrictEqual(
              records.map(({ attributes }) => [attributes.redacted, typeof attributes.completedAt]),
              [
                [COUNT, "number"],
                [COUNT, "number"],
              ],
            )
          }).pipe(Effect.provide(world(layer(), trapped(trap))))
        },
      )
    }

    it.effect("fails as the store does where nothing was written", () => {
      const trap = makeTrap()
      return Effect.gen(function* () {
        yield* fill(alice)
        const { withdraw } = yield* Erasure
        trap.before = () => Effect.fail(unavailable)
        const stopped = yield* Effect.flip(withdraw(person, "asked"))
        assert.strictEqual(stopped._tag, "StoreError")
      }).pipe(Effect.provide(world(layer(), trapped(trap))))
    })

    for (const [where, key] of [
      ["behind what it has looked at", "k_0000a"],
      ["ahead of it", "z_1"],
    ] as const) {
      for (const writeAt of [1, 2]) {
        it.effect(`reaches what is written ${where} before transaction ${writeAt}`, () => {
          const trap = makeTrap()
          return Effect.gen(function* () {
            yield* fill(alice)
            const lifecycle = yield* Lifecycle
            const { withdraw } = yield* Erasure
            trap.before = (number) =>
              number === writeAt
                ? Effect.asVoid(
                    Effect.orDie(
                      lifecycle.remember(
                        alice,
                        told("She said number late", { key, ...about(person) }),
                      ),
                    ),
                  )
                : Effect.void
            const receipt = yield* withdraw(person, "asked", { batch: 10 })
            assert.strictEqual(receipt.total.memories, COUNT + 1)
            assert.strictEqual(yield* withWords, 0)
          }).pipe(Effect.provide(world(layer(), trapped(trap))))
        })
      }
    }

    it.effect("reaches an owner that meets the person meanwhile", () => {
      const trap = makeTrap()
      return Effect.gen(function* () {
        yield* fill(bob)
        const lifecycle = yield* Lifecycle
        const { withdraw } = yield* Erasure
        trap.before = (number) =>
          number === 0
            ? Effect.asVoid(
                Effect.orDie(lifecycle.remember(alice, told("She said number one", about(person)))),
              )
            : Effect.void
        const receipt = yield* withdraw(person, "asked")
        assert.sameMembers(
          receipt.owners.map(({ owner }) => owner),
          ["agent:alice", "agent:bob"],
        )
        assert.strictEqual(yield* withWords, 0)
      }).pipe(Effect.provide(world(layer(), trapped(trap))))
    })

    it.effect(
      "leaves the same whatever the size of its transactions, none above the one asked for",
      () =>
        Effect.gen(function* () {
          const left: Array<string> = []
          for (const batch of [1, 7, 4_000]) {
            const steps: Array<number> = []
            yield* Effect.gen(function* () {
              yield* fill(alice)
              const { withdraw } = yield* Erasure
              yield* withdraw(person, "asked", { batch })
              const memories = yield* all(alice, "memory")
              left.push(JSON.stringify([memories, yield* all(alice, "statusChange")]))
            }).pipe(
              Effect.provideService(ErasureProgress, ({ redacted }) =>
                Effect.sync(() => void steps.push(redacted)),
              ),
              Effect.provide(world(layer())),
            )
            assert.isAtMost(Math.max(...steps), batch)
            assert.strictEqual(
              steps.reduce((sum, each) => sum + each, 0),
              COUNT,
            )
          }
          const withoutPerson = left.map((each) => each.replaceAll(/p_[0-9a-f]{32}/g, "p"))
          assert.deepStrictEqual(new Set(withoutPerson.map((each) => each.length)).size, 1)
          assert.deepStrictEqual(new Set(withoutPerson).size, 1)
        }),
    )
  })

  describe(`a purge over ${name}`, () => {
    it.effect("meets a conflict where something is written meanwhile, and deletes nothing", () => {
      const trap = makeTrap()
      return Effect.gen(function* () {
        yield* fill(alice)
        yield* fill(bob, 100)
        const lifecycle = yield* Lifecycle
        const { purge } = yield* Erasure
        // Two transactions for each withdrawal, then the purge of alice, then that of bob.
        trap.before = (number) =>
          number === 5
            ? Effect.asVoid(
                Effect.orDie(
                  lifecycle.remember(
                    bob,
                    told("She said number late", { key: "k_late", ...about(person) }),
                  ),
                ),
              )
            : Effect.void
        const conflict = yield* Effect.flip(purge(person, { confirm: true }))
        trap.before = undefined
        assert.containSubset(conflict, {
          _tag: "PurgeConflict",
          done: ["agent:alice"],
          open: ["agent:bob"],
        })
        assert.lengthOf(yield* all(alice, "subject"), 0)
        assert.lengthOf(yield* all(bob, "subject"), 1)
        assert.lengthOf(yield* all(bob, "withdrawal"), 1)
        const { why } = yield* Provenance
        assert.strictEqual((yield* why(bob, "k_0700", { subject: person })).withdrawal, "complete")
        yield* purge(person, { confirm: true })
        assert.lengthOf(yield* all(bob, "subject"), 0)
        assert.strictEqual(yield* withWords, 0)
      }).pipe(Effect.provide(world(layer(), trapped(trap))))
    })

    it.effect("takes several transactions where the store's cap asks for it", () =>
      Effect.gen(function* () {
        yield* fill(alice)
        const { purge } = yield* Erasure
        const receipt = yield* purge(person, { confirm: true })
        assert.strictEqual(receipt.total.subjectLinks, COUNT)
        assert.notInclude(yield* everything, person)
      }).pipe(
        Effect.provide(
          world(layer(), (store) => ({
            ...store,
            capabilities: { ...store.capabilities, maxPlanBytes: 20_480 },
          })),
        ),
      ),
    )
  })
}

describe("the options", () => {
  it.effect("are checked when the layer is built", () =>
    Effect.gen(function* () {
      for (const withdrawBatch of [0, 4_001, 1.5]) {
        const broken = yield* Effect.flip(
          Layer.build(
            Erasure.layer.pipe(
              Layer.provide(Layer.succeed(ErasureOptions, { withdrawBatch, withdrawKeep: [] })),
              Layer.provide(Layer.merge(stores[0]?.layer() ?? assert.fail(), Guard.layer)),
            ),
          ).pipe(Effect.scoped),
        )
        assert.containSubset(broken, { _tag: "Invalid", field: "withdrawBatch" })
      }
    }),
  )
})
