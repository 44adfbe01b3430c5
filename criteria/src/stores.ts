/**
 * The stores every criterion is held against.
 *
 * @module
 */
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memorySchema } from "@reminisce/schema"
import { MemoryStore, type StoreAdmin, type StoreError, type StoreSchema } from "@reminisce/store"
import { StorePostgres } from "@reminisce/store-postgres"
import { StoreSqlite } from "@reminisce/store-sqlite"
import { StoreTypeDb } from "@reminisce/store-typedb"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { OpenForUpgrade } from "reminisce"

interface StoreUnderTest {
  readonly name: string
  /** Empty at each build. */
  readonly layer: Layer.Layer<MemoryStore | StoreAdmin, StoreError>
}

const embeddedOf = (schema: StoreSchema): ReadonlyArray<StoreUnderTest> => [
  { name: "memory", layer: MemoryStore.layerMemory(schema) },
  { name: "sqlite", layer: StoreSqlite.layer({ filename: ":memory:", schema }) },
]

export const stores: ReadonlyArray<StoreUnderTest> = embeddedOf(memorySchema)

const withPostgres = (schema: StoreSchema): ReadonlyArray<StoreUnderTest> => [
  ...embeddedOf(schema),
  ...(process.env.REMINISCE_POSTGRES_URL === undefined
    ? []
    : [
        {
          name: "postgres",
          layer: Layer.suspend(() =>
            StorePostgres.layer({
              url: Redacted.make(process.env.REMINISCE_POSTGRES_URL ?? ""),
              namespace: `criteria_${randomUUID().replaceAll("-", "")}`,
              schema,
            }),
          ),
        },
      ]),
]

const typedb = process.env.REMINISCE_TYPEDB_URL
const typedbUser = {
  username: process.env.REMINISCE_TYPEDB_USERNAME ?? "admin",
  password: process.env.REMINISCE_TYPEDB_PASSWORD ?? "password",
}

const freshDatabase = (address: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => `criteria_${randomUUID().replaceAll("-", "")}`),
    (database) => Effect.promise(() => dropDatabase(address, database)),
  )

const dropDatabase = async (address: string, database: string): Promise<void> => {
  const signed = await fetch(`${address}/v1/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(typedbUser),
  })
  const { token } = (await signed.json()) as { readonly token: string }
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${address}/v1/databases/${database}`, { method: "DELETE", headers })
}

/** As `stores`, of any schema, with PostgreSQL and TypeDB where there are such, the latter in a database that is gone with the layer. */
export const allStores = (schema: StoreSchema): ReadonlyArray<StoreUnderTest> => [
  ...withPostgres(schema),
  ...(typedb === undefined
    ? []
    : [
        {
          name: "typedb",
          layer: Layer.unwrap(
            Effect.map(freshDatabase(typedb), (database) =>
              StoreTypeDb.layer({
                address: typedb,
                database,
                username: typedbUser.username,
                password: Redacted.make(typedbUser.password),
                schema,
              }),
            ),
          ),
        },
      ]),
]

/** How long a criterion may take on one of them: each question to a server is a journey. */
export const STORE_MILLIS = 900_000

export const recallStores: ReadonlyArray<StoreUnderTest> = allStores(memorySchema)

/** A place that outlives its openings, gone with the scope. */
interface Place {
  readonly name: string
  readonly open: OpenForUpgrade
}

/** As `stores`, of any schema and at places that can be opened again, and on the servers there are. */
export const newPlaces: Effect.Effect<ReadonlyArray<Place>, never, Scope.Scope> = Effect.gen(
  function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "reminisce-criteria-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
    )
    const places: Array<Place> = [
      {
        name: "sqlite",
        open: (opening) => StoreSqlite.layer({ filename: join(folder, "memories.db"), ...opening }),
      },
    ]
    const url = process.env.REMINISCE_POSTGRES_URL
    if (url !== undefined) {
      const namespace = `criteria_${randomUUID().replaceAll("-", "")}`
      places.push({
        name: "postgres",
        open: (opening) => StorePostgres.layer({ url: Redacted.make(url), namespace, ...opening }),
      })
    }
    if (typedb !== undefined) {
      const database = yield* freshDatabase(typedb)
      places.push({
        name: "typedb",
        open: (opening) =>
          StoreTypeDb.layer({
            address: typedb,
            database,
            username: typedbUser.username,
            password: Redacted.make(typedbUser.password),
            ...opening,
          }),
      })
    }
    return places
  },
)
