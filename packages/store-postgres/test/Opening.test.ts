// What is opened: nothing yet, a store, a store of more or of another version, something foreign.
import { assert, it } from "@effect/vitest"
import { extendSchema, MemoryStore, type StoreSchema } from "@reminisce/store"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { countingSchema, countOne, owner, readCount } from "./counting.ts"
import { ask, connected, freshNamespace, redacted, withServer } from "./server.ts"

withServer("opening", (url) => {
  const open = (namespace: string, schema: StoreSchema = countingSchema, at = url) =>
    StorePostgres.make({ url: redacted(at), namespace, schema })
  const failure = (namespace: string, schema?: StoreSchema, at?: string) =>
    Effect.map(Effect.flip(open(namespace, schema, at)), (error) => error.message)

  it.live("eight openers of an empty place make one store", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const opened = yield* Effect.all(
        Array.from({ length: 8 }, () => open(namespace)),
        { concurrency: "unbounded" },
      )
      for (const [i, context] of opened.entries()) {
        assert.strictEqual(yield* Effect.provideContext(countOne(), context), i + 1)
      }
    }),
  )

  it.live("a namespace that holds something else is left alone", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const client = yield* connected(url)
      yield* ask(client, `create schema "${namespace}"`)
      yield* ask(client, `create table "${namespace}"."theirs" (a int)`)
      assert.strictEqual(yield* failure(namespace), "open: NotAStore rule=foreign")
      const tables = yield* ask(client, "select tablename from pg_tables where schemaname = $1", [
        namespace,
      ])
      assert.deepStrictEqual(tables, [["theirs"]])
    }),
  )

  it.live("a store of another version or layout is refused by name", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const client = yield* connected(url)
      yield* open(namespace)
      const newer = { ...countingSchema, version: 2 }
      assert.strictEqual(
        yield* failure(namespace, newer),
        "open: SchemaMismatch stored=1 expected=2",
      )
      yield* ask(client, `update "${namespace}"."store" set layout = 99`)
      assert.strictEqual(yield* failure(namespace), "open: SchemaMismatch stored=99 expected=1")
      yield* ask(client, `update "${namespace}"."store" set application = 'other'`)
      assert.strictEqual(yield* failure(namespace), "open: NotAStore rule=foreign")
    }),
  )

  it.live("a process that was open during an upgrade neither reads nor writes afterwards", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const client = yield* connected(url)
      const context = yield* open(namespace)
      yield* Effect.provideContext(countOne(), context)
      yield* ask(client, `update "${namespace}"."store" set version = 2`)
      const write = yield* Effect.flip(Effect.provideContext(countOne(), context))
      assert.strictEqual(write.message, "update: SchemaMismatch stored=2 expected=1")
      const read = yield* Effect.flip(Effect.provideContext(readCount(), context))
      assert.strictEqual(read.message, "read: SchemaMismatch stored=2 expected=1")
      const rows = yield* ask(client, `select sequence from "${namespace}"."owner"`)
      assert.deepStrictEqual(rows, [["1"]])
    }),
  )

  it.live("an index another process adds is kept by one that was already open", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      const wider = extendSchema(countingSchema, {
        indexes: { byTag: { type: "counter", attributes: ["tags"] } },
      })
      const tagged = (key: string, tags: ReadonlyArray<string>) =>
        Effect.flatMap(MemoryStore, (store) =>
          store.update(owner, () =>
            Effect.succeed({
              answer: undefined,
              draft: { create: [{ type: "counter", key, attributes: { number: 1, tags } }] },
            }),
          ),
        )
      const base = yield* open(namespace)
      yield* Effect.provideContext(tagged("before", ["a", "b"]), base)
      const wide = yield* open(namespace, wider)
      yield* Effect.provideContext(tagged("after", ["b"]), base)
      const entries = yield* Context.get(wide, MemoryStore).read(owner, (view) =>
        view.range("byTag", { prefix: [], limit: 10 }),
      )
      assert.deepStrictEqual(entries, [
        { values: ["a"], key: "before" },
        { values: ["b"], key: "after" },
        { values: ["b"], key: "before" },
      ])
    }),
  )

  it.live("two meanings of one name are refused", () =>
    Effect.gen(function* () {
      const namespace = yield* freshNamespace(url)
      yield* open(namespace)
      const other = { ...countingSchema, spaces: { sums: { tracked: false } } }
      assert.strictEqual(
        yield* failure(namespace, other),
        "open: SchemaDiffers facts=redefined: sums",
      )
    }),
  )

  it.live("a database that does not hold UTF-8 is refused", () =>
    Effect.gen(function* () {
      const name = yield* freshNamespace(url)
      const client = yield* connected(url)
      yield* Effect.acquireRelease(
        ask(client, `create database "${name}" template template0 encoding 'SQL_ASCII' locale 'C'`),
        () => ask(client, `drop database "${name}" with (force)`),
      )
      const database = new URL(url)
      database.pathname = name
      const message = yield* failure("reminisce", countingSchema, database.href)
      assert.strictEqual(message, "open: NotAStore rule=encoding")
    }),
  )

  it.live(
    "a server that is not there, a database that is not there, a place that may not be written",
    () =>
      Effect.gen(function* () {
        const namespace = yield* freshNamespace(url)
        const elsewhere = new URL(url)
        elsewhere.port = "1"
        const reasons = [yield* failure(namespace, undefined, elsewhere.href)]
        elsewhere.href = url
        elsewhere.pathname = "/no_such_database"
        reasons.push(yield* failure(namespace, undefined, elsewhere.href))
        elsewhere.href = url
        elsewhere.searchParams.set("options", "-c default_transaction_read_only=on")
        reasons.push(yield* failure(namespace, undefined, elsewhere.href))
        assert.deepStrictEqual(reasons, [
          "open: Unavailable what=connection",
          "open: NoPlace rule=missing",
          "open: NoPlace rule=read-only",
        ])
      }),
  )
})
