import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { MemoryStore, makeMemoryPlace, type View } from "../src/index.ts"
import { addOne, faulty } from "./support/faultyStore.ts"
import { book, layer, librarySchema, owner, write } from "./support/libraryStore.ts"

describe("update", () => {
  it.effect("goes on trying while others hold the owner, and answers once", () =>
    Effect.gen(function* () {
      const { store, attempts } = yield* faulty((n) => (n < 5 ? "again" : "done"))
      const fiber = yield* Effect.forkChild(store.update(owner, addOne))
      yield* TestClock.adjust(500)
      assert.strictEqual(yield* Fiber.join(fiber), 0)
      assert.strictEqual(attempts(), 5)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("gives up as Contended after its deadline, having written nothing", () =>
    Effect.gen(function* () {
      const { store, attempts } = yield* faulty(() => "again")
      const fiber = yield* Effect.forkChild(Effect.flip(store.update(owner, addOne)))
      yield* TestClock.adjust(5_000)
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error.message, `update: Contended attempts=${attempts()}`)
      assert.isAbove(attempts(), 8)
      assert.strictEqual(yield* store.read(owner, (view) => Effect.succeed(view.sequence)), 0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("writes nothing and takes no sequence without a draft or with an empty one", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      assert.strictEqual(yield* store.update(owner, () => Effect.succeed({ answer: 1 })), 1)
      yield* write({ create: [], pages: [] })
      assert.strictEqual(yield* store.read(owner, (view) => Effect.succeed(view.sequence)), 0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("never goes back in time when the clock does", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const instants: Array<number> = []
      for (const now of [5_000, 3_000, 6_000]) {
        yield* TestClock.setTime(now)
        yield* store.update(owner, (view, at) => {
          instants.push(at)
          return addOne(view)
        })
      }
      assert.deepStrictEqual(instants, [5_000, 5_000, 6_000])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("dies when the decision waits, and whatever it does later is not written", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const waiting = store.update(owner, (view) =>
        Effect.uninterruptible(Effect.andThen(Effect.sleep(10), addOne(view))),
      )
      const exit = yield* Effect.exit(waiting)
      assert.isTrue(Exit.hasDies(exit))
      yield* TestClock.adjust(1_000)
      assert.strictEqual(yield* store.read(owner, (view) => Effect.succeed(view.sequence)), 0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("writes nothing when the decision fails or dies", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const failing = store.update(owner, (view) =>
        Effect.andThen(addOne(view), Effect.fail("no" as const)),
      )
      assert.strictEqual(yield* Effect.flip(failing), "no")
      const dying = store.update(owner, () => Effect.die("bug"))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(dying)))
      assert.strictEqual(yield* store.read(owner, (view) => Effect.succeed(view.sequence)), 0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses a plan over the store's cap before it looks anything up", () =>
    Effect.gen(function* () {
      const title = "a".repeat(1_000)
      yield* write({ create: [book("b1", { title: title.slice(0, 900) })] })
      const error = yield* Effect.flip(write({ create: [book("b1", { title })] }))
      assert.strictEqual(error.message, "update: PlanTooLarge bytes=1018 cap=1000")
    }).pipe(
      Effect.provide(
        MemoryStore.layerMemory(librarySchema, { capabilities: { maxPlanBytes: 1_000 } }),
      ),
    ),
  )
})

describe("a view", () => {
  it.effect("is a defect to ask after its read or update has ended", () =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const kept: Array<View> = []
      const keep = (view: View) => Effect.sync(() => void kept.push(view))
      yield* store.read(owner, keep)
      yield* store.update(owner, (view) => Effect.as(keep(view), { answer: undefined }))
      yield* Effect.exit(store.read(owner, (view) => Effect.andThen(keep(view), Effect.fail(1))))
      assert.strictEqual(kept.length, 3)
      for (const view of kept) {
        assert.isTrue(Exit.hasDies(yield* Effect.exit(view.slots("book"))))
      }
    }).pipe(Effect.provide(layer)),
  )
})

describe("layerMemory", () => {
  it.effect("forgets with its layer, unless the place is kept", () =>
    Effect.gen(function* () {
      const place = makeMemoryPlace()
      const kept = MemoryStore.layerMemory(librarySchema, { place })
      const sequence = Effect.flatMap(MemoryStore, (store) =>
        store.read(owner, (view) => Effect.succeed(view.sequence)),
      )
      for (const [each, expected] of [
        [layer, 0],
        [kept, 1],
      ] as const) {
        yield* Effect.provide(write({ create: [book("b1")] }), Layer.fresh(each))
        assert.strictEqual(yield* Effect.provide(sequence, Layer.fresh(each)), expected)
      }
    }),
  )
})
