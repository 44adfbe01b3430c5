// Work on a whole store that nobody may meet half-done.
import { assert, it } from "@effect/vitest"
import { extendSchema, MemoryStore, StoreAdmin, type StoreError } from "@reminisce/store"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { countingSchema, countOne, readCount } from "./counting.ts"
import { freshNamespace, redacted, withServer } from "./server.ts"

withServer("marks", (url) => {
  const open = (
    namespace: string,
    options: Pick<Partial<StorePostgres.PostgresOptions>, "schema" | "during"> = {},
  ) => StorePostgres.make({ url: redacted(url), namespace, schema: countingSchema, ...options })
  type Opened = Effect.Success<ReturnType<typeof open>>
  const admin = (opened: Opened) => Context.get(opened, StoreAdmin)
  const count = (opened: Opened) => Effect.provideContext(countOne(), opened)
  const messageOf = (asked: Effect.Effect<unknown, StoreError>) =>
    Effect.map(Effect.flip(asked), ({ reason }): Record<string, unknown> => ({ ...reason }))

  for (const work of ["restoring", "upgrading"] as const) {
    it.live(`${work} keeps everybody else out until it ends, longer than its process lives`, () =>
      Effect.gen(function* () {
        const namespace = yield* freshNamespace(url)
        const unfinished = { _tag: "Unfinished", work }
        const refused = (asked: Effect.Effect<unknown, StoreError>) =>
          Effect.map(messageOf(asked), (reason) => assert.deepInclude(reason, unfinished))
        const other = yield* open(namespace)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const mine = yield* open(namespace)
            yield* admin(mine).begin(work)
            yield* admin(mine).begin(work)
            assert.strictEqual(yield* count(mine), 1)
            yield* refused(count(other))
            yield* refused(Effect.provideContext(readCount(), other))
          }),
        )
        yield* refused(Effect.scoped(open(namespace)))
        yield* refused(Effect.scoped(open(namespace, { schema: "stored" })))
        const again = yield* open(namespace, { during: work })
        assert.strictEqual(yield* count(again), 2)
        yield* admin(again).finish()
        assert.strictEqual(yield* count(other), 3)
        assert.strictEqual(yield* count(again), 4)
      }),
    )
  }

  it.live("upgrading lets the store grow, and ends at another version", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const stale = yield* open(namespace)
      yield* count(stale)
      const stored = yield* open(namespace, { schema: "stored" })
      assert.deepStrictEqual(Context.get(stored, MemoryStore).schema, countingSchema)
      yield* admin(stored).begin("upgrading")
      const grown = extendSchema(countingSchema, {
        records: { place: { attributes: { name: { kind: "text", cardinality: "one" } } } },
      })
      const growing = yield* open(namespace, { schema: grown, during: "upgrading" })
      yield* admin(growing).finish({ version: 2 })
      const next = yield* open(namespace, { schema: { ...grown, version: 2 } })
      assert.strictEqual(yield* count(next), 2)
      const mismatch = { _tag: "SchemaMismatch", stored: 2, expected: 1 }
      assert.deepInclude(yield* messageOf(count(stale)), mismatch)
      assert.deepInclude(yield* messageOf(Effect.scoped(open(namespace))), mismatch)
    }),
  )

  it.live("an empty namespace holds nothing to open as stored", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const reason = yield* messageOf(Effect.scoped(open(namespace, { schema: "stored" })))
      assert.deepInclude(reason, { _tag: "NotAStore", rule: "empty" })
    }),
  )
})
