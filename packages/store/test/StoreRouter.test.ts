import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  formatOwner,
  MemoryStore,
  type MemoryStoreOptions,
  type Owner,
  StoreAdmin,
  StoreRouter,
} from "../src/index.ts"
import { book, librarySchema, write } from "./support/libraryStore.ts"

const one = (options: MemoryStoreOptions = {}) =>
  Effect.map(
    Layer.build(Layer.fresh(MemoryStore.layerMemory(librarySchema, options))),
    (built) => ({
      store: Context.get(built, MemoryStore),
      admin: Context.get(built, StoreAdmin),
    }),
  )

/** Owners named by an even letter to the left, all others to the right. */
const routed = Layer.unwrap(
  Effect.gen(function* () {
    const left = yield* one({ capabilities: { maxPlanBytes: 4_000, physicalErasure: true } })
    const right = yield* one({ capabilities: { persistent: true, hostTypes: false } })
    return StoreRouter.layer({
      schema: librarySchema,
      stores: [left, right],
      route: ({ name }) => (name.charCodeAt(0) % 2 === 0 ? left : right),
    })
  }),
)
const names = ["e", "b", "a", "d", "c", "f", "\uffff", "\u{10000}"]
const owners: ReadonlyArray<Owner> = names.map((name) => ({ kind: "agent", name }))
const fill = Effect.forEach(owners, (each, i) =>
  write({ create: [book("b1", { pages: i % 3 })] }, each),
)
const allPages = (
  limit: number,
  ask: (after: Owner | undefined) => Effect.Effect<ReadonlyArray<Owner>, unknown>,
) =>
  Effect.gen(function* () {
    const found: Array<Owner> = []
    for (;;) {
      const page = yield* ask(found.at(-1))
      assert.isAtMost(page.length, limit)
      if (page.length === 0) return found.map(({ name }) => name)
      found.push(...page)
    }
  })

describe("StoreRouter", () => {
  it.effect("keeps each owner in the store its route names", () =>
    Effect.gen(function* () {
      yield* fill
      const store = yield* MemoryStore
      for (const each of owners) {
        const sequence = yield* store.read(each, (view) => Effect.succeed(view.sequence))
        assert.strictEqual(sequence, 1)
      }
    }).pipe(Effect.provide(routed)),
  )

  for (const limit of [1, 2, 3, 100]) {
    it.effect(`merges the owners of all stores in order, ${limit} at a time`, () =>
      Effect.gen(function* () {
        yield* fill
        const admin = yield* StoreAdmin
        const pages = { limit }
        const all = yield* allPages(limit, (after) =>
          admin.owners({ ...pages, ...(after && { after }) }),
        )
        assert.deepStrictEqual(all, ["a", "b", "c", "d", "e", "f", "\uffff", "\u{10000}"])
        const some = yield* allPages(limit, (after) =>
          admin.ownersWith("bookByPages", [0], { ...pages, ...(after && { after }) }),
        )
        assert.deepStrictEqual(some, ["d", "e", "\uffff"])
      }).pipe(Effect.provide(routed)),
    )
  }

  it.effect("names an owner once that two stores know", () =>
    Effect.gen(function* () {
      const left = yield* one()
      const right = yield* one()
      const alice: Owner = { kind: "agent", name: "alice" }
      for (const { store } of [left, right]) {
        yield* Effect.provideService(write({ create: [book("b1")] }, alice), MemoryStore, store)
      }
      const both = StoreRouter.layer({
        schema: librarySchema,
        stores: [left, right],
        route: () => left,
      })
      const admin = Context.get(yield* Layer.build(both), StoreAdmin)
      const found = yield* admin.owners({ limit: 9 })
      assert.deepStrictEqual(found.map(formatOwner), ["agent:alice"])
    }),
  )

  it.effect("claims what all of its stores can do, and the smallest plan", () =>
    Effect.gen(function* () {
      const { capabilities } = yield* MemoryStore
      assert.deepStrictEqual(capabilities, {
        transactionalPages: true,
        physicalErasure: false,
        hostTypes: false,
        persistent: false,
        maxPlanBytes: 4_000,
      })
    }).pipe(Effect.provide(routed)),
  )

  it.effect("is healthy as its stores are, and compacts only where all of them can", () =>
    Effect.gen(function* () {
      const admin = yield* StoreAdmin
      assert.deepStrictEqual(yield* admin.health, {
        engine: "memory",
        schemaVersion: 1,
        durable: false,
      })
      const error = yield* Effect.flip(admin.compact({ deadlineMillis: 1 }))
      assert.strictEqual(error.message, "compact: Unsupported capability=physicalErasure")
    }).pipe(Effect.provide(routed)),
  )

  it.effect("adds up sizes, and is done when every store is", () =>
    Effect.gen(function* () {
      const { store, admin } = yield* one()
      const sized = (bytes: number, end: "done" | "pending") => ({
        store,
        admin: StoreAdmin.of({
          ...admin,
          health: Effect.succeed({ engine: "disk", schemaVersion: 1, durable: true, bytes }),
          compact: () => Effect.succeed(end),
        }),
      })
      const of = (...stores: readonly [StoreRouter.RoutedStore, StoreRouter.RoutedStore]) =>
        Effect.map(
          Layer.build(StoreRouter.layer({ schema: librarySchema, stores, route: () => stores[0] })),
          (built) => Context.get(built, StoreAdmin),
        )
      const done = yield* of(sized(3, "done"), sized(4, "done"))
      assert.deepStrictEqual(yield* done.health, {
        engine: "disk",
        schemaVersion: 1,
        durable: true,
        bytes: 7,
      })
      assert.strictEqual(yield* done.compact({ deadlineMillis: 1 }), "done")
      const held = yield* of(sized(3, "done"), sized(4, "pending"))
      assert.strictEqual(yield* held.compact({ deadlineMillis: 1 }), "pending")
    }),
  )
})
