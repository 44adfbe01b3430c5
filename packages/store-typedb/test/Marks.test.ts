// Work on a whole store that nobody may meet half-done.
import { assert, it } from "@effect/vitest"
import {
  extendSchema,
  MemoryStore,
  type Owner,
  StoreAdmin,
  type StoreError,
  type StoreSchema,
} from "@reminisce/store"
import { StoreTypeDb } from "@reminisce/store-typedb"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { optionsFor } from "./options.ts"
import { freshDatabase, withServer } from "./server.ts"

const owner: Owner = { kind: "agent", name: "alice" }

const countingSchema: StoreSchema = {
  version: 1,
  records: { item: { slotted: true, attributes: {} } },
  links: {},
  indexes: {},
  spaces: {},
}

/** One item more; answers how many there are. */
const countOne = () =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(owner, (view) =>
      Effect.map(view.slots("item"), (slots) => ({
        answer: slots + 1,
        draft: { create: [{ type: "item", key: `i_${slots}`, attributes: {} }] },
      })),
    ),
  )

const readCount = () =>
  Effect.flatMap(MemoryStore, (store) => store.read(owner, (view) => view.slots("item")))

withServer("marks", (url) => {
  const open = (
    database: string,
    options: Pick<Partial<StoreTypeDb.TypeDbOptions>, "schema" | "during"> = {},
  ) => StoreTypeDb.make({ ...optionsFor(url, database), schema: countingSchema, ...options })
  type Opened = Effect.Success<ReturnType<typeof open>>
  const admin = (opened: Opened) => Context.get(opened, StoreAdmin)
  const count = (opened: Opened) => Effect.provideContext(countOne(), opened)
  const messageOf = (asked: Effect.Effect<unknown, StoreError>) =>
    Effect.map(Effect.flip(asked), ({ reason }): Record<string, unknown> => ({ ...reason }))

  for (const work of ["restoring", "upgrading"] as const) {
    it.live(`${work} keeps everybody else out until it ends, longer than its process lives`, () =>
      Effect.gen(function* () {
        const database = yield* freshDatabase(url)
        const unfinished = { _tag: "Unfinished", work }
        const refused = (asked: Effect.Effect<unknown, StoreError>) =>
          Effect.map(messageOf(asked), (reason) => assert.deepInclude(reason, unfinished))
        const other = yield* open(database)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const mine = yield* open(database)
            yield* admin(mine).begin(work)
            yield* admin(mine).begin(work)
            assert.strictEqual(yield* count(mine), 1)
            yield* refused(count(other))
            yield* refused(Effect.provideContext(readCount(), other))
          }),
        )
        yield* refused(Effect.scoped(open(database)))
        yield* refused(Effect.scoped(open(database, { schema: "stored" })))
        const again = yield* open(database, { during: work })
        assert.strictEqual(yield* count(again), 2)
        yield* admin(again).finish()
        assert.strictEqual(yield* count(other), 3)
        assert.strictEqual(yield* count(again), 4)
      }),
    )
  }

  it.live("upgrading lets the store grow, and ends at another version", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase(url)
      const stale = yield* open(database)
      yield* count(stale)
      const stored = yield* open(database, { schema: "stored" })
      assert.deepStrictEqual(Context.get(stored, MemoryStore).schema, countingSchema)
      yield* admin(stored).begin("upgrading")
      const grown = extendSchema(countingSchema, {
        records: { place: { attributes: { name: { kind: "text", cardinality: "one" } } } },
      })
      const growing = yield* open(database, { schema: grown, during: "upgrading" })
      yield* admin(growing).finish({ version: 2 })
      const next = yield* open(database, { schema: { ...grown, version: 2 } })
      assert.strictEqual(yield* count(next), 2)
      const mismatch = { _tag: "SchemaMismatch", stored: 2, expected: 1 }
      assert.deepInclude(yield* messageOf(count(stale)), mismatch)
      assert.deepInclude(yield* messageOf(Effect.scoped(open(database))), mismatch)
    }),
  )

  it.live("an empty database holds nothing to open as stored", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase(url)
      const reason = yield* messageOf(Effect.scoped(open(database, { schema: "stored" })))
      assert.deepInclude(reason, { _tag: "NotAStore", rule: "empty" })
    }),
  )
})
