// What only a server can show: the race for an owner, and a host's types beside the store's.
// Verifies: HO-01, HO-06, HO-07
import { assert, it } from "@effect/vitest"
import { memorySchema } from "@reminisce/schema"
import { MemoryStore, type Plan } from "@reminisce/store"
import { StoreTypeDb } from "@reminisce/store-typedb"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { assignLabels, NO_LABELS } from "../src/internal/Labels.ts"
import { compileLayout } from "../src/internal/Layout.ts"
import { lookOf, lookQuestion, type OwnerHead } from "../src/internal/OwnerHead.ts"
import { planQueries } from "../src/internal/planQueries.ts"
import { makeTypeDb } from "../src/internal/TypeDb.ts"
import { TypeDbFailure } from "../src/internal/TypeDbFailure.ts"
import { ownerKey } from "../src/internal/thingKey.ts"
import { credentials, optionsFor } from "./options.ts"
import { driverFor, freshDatabase, withServer } from "./server.ts"

const owner = { kind: "agent", name: "alice" }
const layout = compileLayout(memorySchema, assignLabels(NO_LABELS, memorySchema))

const remember = (store: MemoryStore["Service"], key: string) =>
  store.update(owner, () =>
    Effect.succeed({
      answer: undefined,
      draft: { create: [{ type: "subject", key, attributes: { reference: key } }] },
    }),
  )

withServer("on a server", (address) => {
  const open = (database: string) =>
    Effect.map(StoreTypeDb.make(optionsFor(address, database)), (context) =>
      Context.get(context, MemoryStore),
    )
  const connect = (database: string) =>
    makeTypeDb({ ...credentials, address, database, requestMillis: 30_000 })
  const schemaOf = (database: string) =>
    Effect.promise(() => driverFor(address).getDatabaseTypeSchema(database))
  const define = (database: string, query: string) =>
    Effect.orDie(connect(database).ask({ transactionType: "schema", query }))

  it.live("of two plans sent at once on one base, one is carried out", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase(address)
      yield* remember(yield* open(database), "first")
      const db = connect(database)
      const key = ownerKey(owner)
      const look = Effect.map(db.ask(lookQuestion(layout, key)), (answers) =>
        lookOf(layout, key, answers),
      )
      const planOn = (head: OwnerHead, id: string): Plan => ({
        ...{ base: head.sequence, id, at: 5, set: [], unset: [], drop: [], link: [], unlink: [] },
        ...{ pages: [], create: [{ type: "subject", key: id, attributes: { reference: id } }] },
      })
      for (let round = 0; round < 10; round++) {
        const head = (yield* look)?.head
        if (head === undefined) return assert.fail("the owner is gone")
        const outcomes = yield* Effect.all(
          ["a", "b"].map((name) => {
            const plan = planOn(head, `${name}${round}`)
            const queries = planQueries({ layout, revision: 1 }, head, plan, () => ({}), 0)
            return db
              .write(queries)
              .pipe(
                Effect.catchTag("TypeDbFailure", ({ codes }) =>
                  codes.includes("STC2") ? Effect.succeed(false) : Effect.die(codes),
                ),
              )
          }),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual([...outcomes].sort(), [false, true])
        assert.strictEqual((yield* look)?.head.sequence, head.sequence + 1)
        const stale = planQueries(
          { layout, revision: 1 },
          head,
          planOn(head, "late"),
          () => ({}),
          0,
        )
        assert.isFalse(yield* db.write(stale))
      }
      const store = yield* open(database)
      const { subjects, sequence } = yield* store.read(owner, (view) =>
        Effect.map(view.scan("subject", { limit: 100 }), (found) => ({
          subjects: found.length,
          sequence: view.sequence,
        })),
      )
      assert.deepStrictEqual([subjects, sequence], [11, 11])
    }),
  )

  it.live("a host's types are left alone, and the store works beside them", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase(address)
      yield* remember(yield* open(database), "before")
      yield* define(
        database,
        `define attribute recipe-name, value string; memory owns recipe-name;
          entity recipe sub memory; relation cooked-by, relates dish, relates cook;
          memory plays cooked-by:dish; subject plays cooked-by:cook;`,
      )
      const store = yield* open(database)
      yield* remember(store, "after")
      const keys = yield* store.read(owner, (view) => view.scan("subject", { limit: 10 }))
      assert.deepStrictEqual(
        keys.map(({ key }) => key),
        ["after", "before"],
      )
      assert.include(JSON.stringify(yield* schemaOf(database)), "recipe-name")
    }),
  )

  it.live(
    "a database that has one of the names already gets nothing; another one is the way out",
    () =>
      Effect.gen(function* () {
        const database = yield* freshDatabase(address)
        yield* Effect.promise(() => driverFor(address).createDatabase(database))
        yield* define(database, "define attribute content, value string;")
        const before = yield* schemaOf(database)
        const error = yield* Effect.flip(open(database))
        assert.strictEqual(error.message, "open: SchemaDiffers facts=taken: content")
        assert.deepStrictEqual(yield* schemaOf(database), before)
        yield* remember(yield* open(yield* freshDatabase(address)), "elsewhere")
      }),
  )

  it.live("a database of the wrong password is no place", () =>
    Effect.gen(function* () {
      const db = makeTypeDb({
        ...{ address, username: credentials.username, password: "not this one" },
        ...{ database: "any", requestMillis: 10_000 },
      })
      const failure = yield* Effect.flip(db.hasDatabase)
      assert.isTrue(failure instanceof TypeDbFailure)
      assert.strictEqual(failure.status, 401)
    }),
  )
})
