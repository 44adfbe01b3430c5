/**
 * The store on TypeDB 3.12.3 or newer, over its HTTP interface: one store in a database, written in
 * types a host can query and extend beside it.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import {
  checkOptions,
  MemoryStore,
  make as makeStore,
  NotAStore,
  StoreAdmin,
  type StoreCapabilities,
  StoreError,
  type StoreSchema,
  type StoreWork,
  schemaFault,
} from "@reminisce/store"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { engineOf } from "./internal/engineOf.ts"
import { makePrimitives } from "./internal/makePrimitives.ts"
import { makeTypeDbAdmin } from "./internal/makeTypeDbAdmin.ts"
import { type Opened, openStore } from "./internal/openStore.ts"
import { makeTypeDb } from "./internal/TypeDb.ts"
import { failAs } from "./internal/TypeDbFailure.ts"

export interface TypeDbOptions {
  /**
   * `https://host:port`, or `http://` for a server on this machine: plain HTTP shows the password and
   * every word to whoever carries them. Without a path.
   */
  readonly address: string
  readonly username: string
  readonly password: Redacted.Redacted
  /** Made when it is not there. Default `reminisce`. */
  readonly database?: string
  /**
   * Default: the memory vocabulary. A host's is an extension of it. `stored`: the schema of a store that
   * is there, of whatever version, as a backup or an upgrade needs it.
   */
  readonly schema?: StoreSchema | "stored"
  /** Work under way that does not keep this opening out: it is the one that goes on with it. */
  readonly during?: StoreWork
  /** Changes to keep of each owner at least, 1 or more; up to twice as many are. Default 10,000. */
  readonly keepChanges?: number
  /** How long an update goes on trying, in milliseconds, 0 to a day. Default 20,000. */
  readonly deadlineMillis?: number
  /** Longest wait for one answer, in milliseconds, 1 to a day. Default 30,000. */
  readonly requestMillis?: number
  /** Largest request the server takes, in bytes. Default 2,090,000, just below the 2 MiB that 3.12.3 takes. */
  readonly maxRequestBytes?: number
}

const DAY_MILLIS = 86_400_000
const RANGES = {
  keepChanges: { least: 1, most: Number.MAX_SAFE_INTEGER },
  deadlineMillis: { least: 0, most: DAY_MILLIS },
  requestMillis: { least: 1, most: DAY_MILLIS },
  maxRequestBytes: { least: 1, most: Number.MAX_SAFE_INTEGER },
} as const

const CAPABILITIES: StoreCapabilities = {
  // A page would be a value of its own type, and a plan with pages longer than a request may be.
  transactionalPages: false,
  // TypeDB keeps what was deleted in its files and its log.
  physicalErasure: false,
  hostTypes: true,
  persistent: true,
  maxPlanBytes: 8 * 1024 * 1024,
}

/**
 * Opens at once: makes the store where there is none, and adds what the schema has and it has not.
 * Fails with `NotAStore`, `SchemaMismatch`, `SchemaDiffers`, `NoPlace`, `Unavailable` or, for an option outside its
 * range, `OptionRefused`; a schema that breaks the rules is a defect.
 */
export const make = (
  options: TypeDbOptions,
): Effect.Effect<Context.Context<MemoryStore | StoreAdmin>, StoreError> =>
  Effect.gen(function* () {
    const { schema = memorySchema } = options
    const fault = schema === "stored" ? undefined : schemaFault(schema)
    if (fault !== undefined) return yield* Effect.die(new Error(`cannot open a store: ${fault}`))
    yield* checkOptions(options, RANGES)
    const db = makeTypeDb({
      address: options.address.replace(/\/+$/, ""),
      username: options.username,
      password: Redacted.value(options.password),
      database: options.database ?? "reminisce",
      requestMillis: options.requestMillis ?? 30_000,
    })
    const version = yield* Effect.catchTag(db.version, "TypeDbFailure", failAs("open"))
    const engine = engineOf(version)
    if (engine === undefined) {
      const rule = "this is not TypeDB 3.12.3 or a newer 3.x"
      return yield* new StoreError({ operation: "open", reason: new NotAStore({ rule }) })
    }
    let opened = yield* openStore(db, { schema, during: options.during })
    const now = (): Opened => opened
    const primitives = makePrimitives({
      db,
      now,
      refresh: Effect.gen(function* () {
        opened = yield* openStore(db, { schema, during: opened.during })
      }),
      capabilities: CAPABILITIES,
      keepChanges: options.keepChanges ?? 10_000,
      deadlineMillis: options.deadlineMillis ?? 20_000,
      maxRequestBytes: options.maxRequestBytes ?? 2_090_000,
    })
    const store = yield* makeStore(primitives)
    return Context.make(MemoryStore, store).pipe(
      Context.add(
        StoreAdmin,
        makeTypeDbAdmin(db, engine, now, (during, revision) => {
          opened = { ...opened, during, revision }
        }),
      ),
    )
  })

export const layer = (options: TypeDbOptions): Layer.Layer<MemoryStore | StoreAdmin, StoreError> =>
  Layer.effectContext(make(options))

/** From `REMINISCE_TYPEDB_URL`, `REMINISCE_TYPEDB_USERNAME`, `REMINISCE_TYPEDB_PASSWORD` and `REMINISCE_TYPEDB_DATABASE`. */
export const layerConfig = (
  options: Omit<TypeDbOptions, "address" | "username" | "password" | "database"> = {},
): Layer.Layer<MemoryStore | StoreAdmin, StoreError | Config.ConfigError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const address = yield* Config.String("REMINISCE_TYPEDB_URL")
      const username = yield* Config.String("REMINISCE_TYPEDB_USERNAME")
      const password = yield* Config.Redacted("REMINISCE_TYPEDB_PASSWORD")
      const database = yield* Config.withDefault(
        Config.String("REMINISCE_TYPEDB_DATABASE"),
        "reminisce",
      )
      return layer({ ...options, address, username, password, database })
    }),
  )
