import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { MemoryStore } from "../src/index.ts"
import { addOne, faulty, unavailable } from "./support/faultyStore.ts"
import { book, layer, owner, write } from "./support/libraryStore.ts"

describe("a lost answer", () => {
  const count = (store: MemoryStore["Service"]) => store.read(owner, (view) => view.slots("book"))

  it.effect("is found again by its plan's id, and the plan is not carried out twice", () =>
    Effect.gen(function* () {
      const { store } = yield* faulty((n) => (n % 2 === 1 ? "lost" : "done"))
      for (let n = 0; n < 4; n++) {
        const fiber = yield* Effect.forkChild(store.update(owner, addOne))
        yield* TestClock.adjust(500)
        assert.strictEqual(yield* Fiber.join(fiber), n)
      }
      assert.strictEqual(yield* count(store), 4)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a plan that never arrived is decided again", () =>
    Effect.gen(function* () {
      const { store, attempts } = yield* faulty((n) => (n < 4 ? "dropped" : "done"))
      const fiber = yield* Effect.forkChild(store.update(owner, addOne))
      yield* TestClock.adjust(500)
      assert.strictEqual(yield* Fiber.join(fiber), 0)
      assert.strictEqual(attempts(), 4)
      assert.strictEqual(yield* count(store), 1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a plan that another overtook is decided again", () =>
    Effect.gen(function* () {
      const { store } = yield* faulty((n) => (n === 1 ? "dropped" : "done"))
      const fiber = yield* Effect.forkChild(store.update(owner, addOne))
      yield* TestClock.adjust(0)
      yield* write({ create: [book("other")] })
      yield* TestClock.adjust(500)
      assert.strictEqual(yield* Fiber.join(fiber), 1)
      assert.strictEqual(yield* count(store), 2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is looked for where it was sent from, though an earlier one was overtaken", () =>
    Effect.gen(function* () {
      const { store } = yield* faulty((n) => (n === 1 ? "dropped" : n === 2 ? "lost" : "done"))
      const fiber = yield* Effect.forkChild(store.update(owner, addOne))
      yield* TestClock.adjust(0)
      yield* write({ create: [book("other")] })
      yield* TestClock.adjust(500)
      assert.strictEqual(yield* Fiber.join(fiber), 1)
      assert.strictEqual(yield* count(store), 2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("that cannot be settled by the deadline is OutcomeUnknown, not a mere failure", () =>
    Effect.gen(function* () {
      const { store } = yield* faulty((n) => (n === 1 ? "lost" : "unavailable"))
      const fiber = yield* Effect.forkChild(Effect.flip(store.update(owner, addOne)))
      yield* TestClock.adjust(5_000)
      assert.strictEqual((yield* Fiber.join(fiber)).message, "update: OutcomeUnknown")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("that was none: a store that cannot be reached says so at once", () =>
    Effect.gen(function* () {
      const { store, attempts } = yield* faulty(() => "unavailable")
      assert.strictEqual(yield* Effect.flip(store.update(owner, addOne)), unavailable)
      assert.strictEqual(attempts(), 1)
    }).pipe(Effect.provide(layer)),
  )
})
