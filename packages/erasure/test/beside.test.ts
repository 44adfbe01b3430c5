// A large withdrawal has its words looked for in the index beside its plans; whoever writes meanwhile loses nothing.
// Verifies: ER-19, ER-26
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Erasure } from "@reminisce/erasure"
import { Lifecycle } from "@reminisce/lifecycle"
import { checkIndex, Recall } from "@reminisce/recall-engine"
import type { MemoryStore } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll } from "vitest"
import { about, alice, person, told, world } from "./support/world.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-beside-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let files = 0

const HERS = 150
const fill = Effect.flatMap(Lifecycle, ({ rememberMany }) =>
  rememberMany(
    alice,
    Array.from({ length: 2 * HERS }, (_, i) =>
      told(`Number ${i} and ${i + 10_000} spoke of ${i % 3 === 0 ? "lanterns" : "violins"}`, {
        key: `k_${i}`,
        ...(i % 2 === 0 ? about(person) : {}),
      }),
    ),
  ),
)

interface Watch {
  /** Updates since it was armed, which `before` is run before. */
  updates: number
  before: ((update: number) => Effect.Effect<void>) | undefined
  /** Pages that a search has handed over. */
  found: number
}

const watched =
  (watch: Watch) =>
  (store: MemoryStore["Service"]): MemoryStore["Service"] => ({
    ...store,
    schema: store.schema,
    update: (owner, decide) =>
      Effect.suspend(() => {
        const { before } = watch
        if (before === undefined) return store.update(owner, decide)
        watch.before = undefined
        return Effect.andThen(before(watch.updates++), () => {
          watch.before = before
          return store.update(owner, decide)
        })
      }),
    searchPages: Effect.fnUntraced(function* (owner, search) {
      const found = yield* store.searchPages(owner, search)
      if (found === undefined) return undefined
      // Waited for, so that it is of the state before all that is written meanwhile.
      let first = yield* found.take
      return {
        take: Effect.suspend(() => {
          const next = first === undefined ? found.take : Effect.succeed(first)
          first = undefined
          return Effect.tap(next, (some) =>
            Effect.sync(() => {
              watch.found += some?.length ?? 0
            }),
          )
        }),
      }
    }),
  })

const withdrawWhile = Effect.fnUntraced(function* (
  watch: Watch,
  meanwhile: (update: number) => Effect.Effect<void>,
) {
  const { withdraw } = yield* Erasure
  watch.before = meanwhile
  const receipt = yield* withdraw(person, "she asked for it", { batch: 50 })
  watch.before = undefined
  assert.strictEqual(receipt.bytes, "done")
  assert.deepStrictEqual(receipt.verification.leftovers, 0)
  assert.strictEqual((yield* checkIndex(alice))._tag, "Sound")
  return receipt
})

const withWorld = <E>(
  test: (watch: Watch) => Effect.Effect<void, E, Layer.Success<ReturnType<typeof world>>>,
) => {
  const watch: Watch = { updates: 0, before: undefined, found: 0 }
  const store = Layer.orDie(StoreSqlite.layer({ filename: path.join(folder, `${files++}.db`) }))
  return Effect.andThen(fill, test(watch)).pipe(Effect.provide(world(store, watched(watch))))
}

describe("a large withdrawal", () => {
  it.live("sweeps what was found beside it", () =>
    withWorld((watch) =>
      Effect.gen(function* () {
        const receipt = yield* withdrawWhile(watch, () => Effect.void)
        assert.strictEqual(receipt.total.memories, HERS)
        assert.isAbove(watch.found, HERS)
      }),
    ),
  )

  for (const at of [0, 1, 2, 3, 4, 5])
    it.live(`loses nothing that was written before its transaction ${at}`, () =>
      withWorld((watch) =>
        Effect.gen(function* () {
          const { remember } = yield* Lifecycle
          const services = yield* Effect.context<Lifecycle>()
          const late = at % 2
          const write = Effect.all([
            remember(alice, told("Somebody new spoke of lanterns", { key: "k_new" })),
            late === 1
              ? remember(alice, told("She spoke of lanterns", { key: "k_late", ...about(person) }))
              : Effect.void,
          ]).pipe(Effect.orDie, Effect.provide(services))
          const receipt = yield* withdrawWhile(watch, (update) =>
            update === at ? Effect.asVoid(write) : Effect.void,
          )
          assert.isAbove(watch.updates, at)
          assert.strictEqual(receipt.total.memories, HERS + late)
          const { recall } = yield* Recall
          const { memories } = yield* recall(alice, "who spoke of lanterns", { k: 100 })
          assert.include(
            memories.map(({ key }) => key),
            "k_new",
          )
          assert.isTrue(
            memories.every(({ key }) => key === "k_new" || Number(key.slice(2)) % 2 === 1),
          )
        }),
      ),
    )
})
