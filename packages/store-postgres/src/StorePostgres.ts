/**
 * The store on PostgreSQL 15 or newer: any number of processes on one database, each owner serial
 * under a lock of its own row.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import {
  checkOptions,
  MemoryStore,
  make as makeStore,
  StoreAdmin,
  type StoreCapabilities,
  type StoreError,
  type StoreSchema,
  type StoreWork,
  schemaFault,
} from "@reminisce/store"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { makePostgresAdmin } from "./internal/makePostgresAdmin.ts"
import { makePrimitives } from "./internal/makePrimitives.ts"
import { isNamespace } from "./internal/names.ts"
import { type Opened, openStore } from "./internal/openStore.ts"
import { makeSessions } from "./internal/Sessions.ts"

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with `?sslmode=verify-full` for a server elsewhere. */
  readonly url: Redacted.Redacted
  /**
   * Default: the memory vocabulary. A host's is an extension of it. `stored`: the schema of a store
   * that is there, of whatever version, as a backup or an upgrade needs it.
   */
  readonly schema?: StoreSchema | "stored"
  /** Work under way that does not keep this opening out: it is the one that goes on with it. */
  readonly during?: StoreWork
  /** The PostgreSQL schema that holds the store: lower-case letters, digits and `_`, at most 63. Default `reminisce`. */
  readonly namespace?: string
  /** Sessions at once, 1 to 10,000. Default 10. */
  readonly maxSessions?: number
  /** Changes to keep of each owner at least, 1 or more; up to twice as many are. Default 100,000. */
  readonly keepChanges?: number
  /** How long an update goes on trying, in milliseconds, 0 to a day. Default 10,000. */
  readonly deadlineMillis?: number
  /** Longest wait for a connection, in milliseconds, 1 to a day. Default 5,000. */
  readonly connectMillis?: number
  /** Longest run of one statement, and longest pause between two of a transaction, in milliseconds, 1 to a day. Default 30,000. */
  readonly statementMillis?: number
}

const DAY_MILLIS = 86_400_000
const RANGES = {
  maxSessions: { least: 1, most: 10_000 },
  keepChanges: { least: 1, most: Number.MAX_SAFE_INTEGER },
  deadlineMillis: { least: 0, most: DAY_MILLIS },
  connectMillis: { least: 1, most: DAY_MILLIS },
  statementMillis: { least: 1, most: DAY_MILLIS },
} as const

const CAPABILITIES: StoreCapabilities = {
  transactionalPages: true,
  // Words stay in the log, in statistics and in replicas, which only the server's operator can reach.
  physicalErasure: false,
  hostTypes: true,
  persistent: true,
  maxPlanBytes: 64 * 1024 * 1024,
}

/** How long one attempt waits for another process's hold on its owner before it tries anew, in milliseconds. */
const LOCK_MILLIS = 1_000

/**
 * Opens at once: makes the store where there is none, and adds what the schema has and it has not.
 * Fails with `NotAStore`, `SchemaMismatch`, `SchemaDiffers`, `NoPlace`, `Unavailable` or, for an option outside its
 * range, `OptionRefused`; a schema or namespace that
 * breaks the rules is a defect.
 */
export const make = (
  options: PostgresOptions,
): Effect.Effect<Context.Context<MemoryStore | StoreAdmin>, StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    const { url, schema = memorySchema, namespace = "reminisce" } = options
    const unsound = schema === "stored" ? undefined : schemaFault(schema)
    const fault = unsound ?? (isNamespace(namespace) ? undefined : "namespace")
    if (fault !== undefined) return yield* Effect.die(new Error(`cannot open a store: ${fault}`))
    yield* checkOptions(options, RANGES)
    const sessions = yield* makeSessions({
      url,
      maxSessions: options.maxSessions ?? 10,
      connectMillis: options.connectMillis ?? 5_000,
      statementMillis: options.statementMillis ?? 30_000,
      lockMillis: LOCK_MILLIS,
    })
    let opened = yield* openStore(sessions, namespace, { schema, during: options.during })
    const now = (): Opened => opened
    const refresh = Effect.gen(function* () {
      opened = yield* openStore(sessions, namespace, { schema, during: opened.during })
    })
    const primitives = makePrimitives({
      sessions,
      now,
      refresh,
      capabilities: CAPABILITIES,
      keepChanges: options.keepChanges ?? 100_000,
      deadlineMillis: options.deadlineMillis ?? 10_000,
    })
    const store = yield* makeStore(primitives)
    const admin = makePostgresAdmin(sessions, now, (during) => {
      opened = { ...opened, during }
    })
    return Context.make(MemoryStore, store).pipe(Context.add(StoreAdmin, admin))
  })

export const layer = (
  options: PostgresOptions,
): Layer.Layer<MemoryStore | StoreAdmin, StoreError> => Layer.effectContext(make(options))

/** From `REMINISCE_POSTGRES_URL`, and `REMINISCE_POSTGRES_NAMESPACE` if it is there. */
export const layerConfig = (
  options: Omit<PostgresOptions, "url" | "namespace"> = {},
): Layer.Layer<MemoryStore | StoreAdmin, StoreError | Config.ConfigError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const url = yield* Config.Redacted("REMINISCE_POSTGRES_URL")
      const namespace = yield* Config.option(Config.String("REMINISCE_POSTGRES_NAMESPACE"))
      return layer({
        ...options,
        url,
        ...(Option.isSome(namespace) ? { namespace: namespace.value } : {}),
      })
    }),
  )
