import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Deriver, Derivers, MemoryStore, type PageWrite } from "../src/index.ts"
import { book, librarySchema, owner, write } from "./support/libraryStore.ts"

describe("derivers", () => {
  const page = (space: string, name: string): PageWrite => ({
    space,
    name,
    number: 0,
    bytes: Uint8Array.of(7),
  })
  const deriver = (spaces: ReadonlyArray<string>, ...pages: ReadonlyArray<PageWrite>): Deriver => ({
    spaces,
    derive: () => Effect.succeed(pages),
  })
  const under = (derivers: ReadonlyArray<Deriver>, options = {}) =>
    MemoryStore.layerMemory(librarySchema, options).pipe(
      Layer.provide(Layer.succeed(Derivers, derivers)),
    )
  const oneBook = write({ create: [book("b1")] })

  it.effect("write their pages with the plan", () =>
    Effect.gen(function* () {
      yield* oneBook
      const store = yield* MemoryStore
      const names = yield* store.read(owner, (view) => view.pageNames("words", { limit: 9 }))
      assert.deepStrictEqual(names, ["a", "b"])
    }).pipe(
      Effect.provide(
        under([deriver(["words"], page("words", "a")), deriver(["words"], page("words", "b"))]),
      ),
    ),
  )

  const faults: ReadonlyArray<readonly [string, Deriver, string]> = [
    ["outside their spaces", deriver(["words"], page("heads", "a")), "foreign-space type=heads"],
    ["in no space", deriver(["ghost"], page("ghost", "a")), "unknown-space type=?"],
    [
      "twice",
      deriver(["words"], page("words", "a"), page("words", "a")),
      "written-twice type=words",
    ],
  ]
  for (const [name, wrong, rule] of faults) {
    it.effect(`may not write ${name}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(oneBook)
        assert.strictEqual(error.message, `update: PlanRefused rule=${rule}`)
      }).pipe(Effect.provide(under([wrong]))),
    )
  }

  it.effect("count towards the size of a plan", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(oneBook)
      assert.strictEqual(error.reason._tag, "PlanTooLarge")
    }).pipe(
      Effect.provide(
        under([deriver(["words"], { ...page("words", "a"), bytes: new Uint8Array(999) })], {
          capabilities: { maxPlanBytes: 1_000 },
        }),
      ),
    ),
  )

  it.effect("are not run for a store without transactional pages, which keeps none", () =>
    Effect.gen(function* () {
      yield* oneBook
      const store = yield* MemoryStore
      const without = "Unsupported capability=transactionalPages"
      const asked = yield* Effect.flip(store.read(owner, (view) => view.page("words", [])))
      assert.strictEqual(asked.message, `page: ${without}`)
      const written = yield* Effect.flip(write({ pages: [page("words", "a")] }))
      assert.strictEqual(written.message, `update: ${without}`)
    }).pipe(
      Effect.provide(
        under([deriver([], page("words", "a"))], { capabilities: { transactionalPages: false } }),
      ),
    ),
  )
})
