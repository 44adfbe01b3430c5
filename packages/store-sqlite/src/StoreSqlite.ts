/**
 * The embedded store: one SQLite file through `node:sqlite`, written ahead to a log, shared by as
 * many processes of one machine as like.
 *
 * @module
 */
import { memorySchema } from "@reminisce/schema"
import {
  checkOptions,
  MemoryStore,
  makeAdmin,
  make as makeStore,
  StoreAdmin,
  type StoreError,
  type StoreSchema,
  type StoreWork,
} from "@reminisce/store"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { makeLogSync } from "./internal/LogSync.ts"
import { makeLongWriter } from "./internal/LongWriter.ts"
import { type Durability, openFile } from "./internal/openFile.ts"
import { makeSqliteAdmin } from "./internal/sqliteAdmin.ts"
import { makePrimitives } from "./internal/sqliteEngine.ts"
import { attemptTo } from "./internal/sqliteFault.ts"
import { makeUpkeep, upkeepInMemory } from "./internal/Upkeep.ts"
import { untilFree } from "./internal/untilFree.ts"

export interface Options {
  /** A path, or `:memory:` for a store that ends with its layer. Missing folders are made, for this user only. */
  readonly filename: string
  /**
   * Default `memorySchema`. A schema with more types than the file's extends the file. `stored`: the
   * schema of a store that is there, of whatever version, as a backup or an upgrade needs it.
   */
  readonly schema?: StoreSchema | "stored" | undefined
  /** `full` (default): an acknowledged write survives a power loss. `relaxed`: it survives the process. */
  readonly durability?: Durability | undefined
  /** How long to go on trying while another process holds the file, in milliseconds, 0 to a day. Default 5,000. */
  readonly busyDeadlineMillis?: number | undefined
  /** Work under way that does not keep this opening out: it is the one that goes on with it. */
  readonly during?: StoreWork | undefined
  /** Change records kept per owner, 1 or more; older ones are dropped. Default 100,000. */
  readonly keepChanges?: number | undefined
}

const RANGES = {
  durability: { words: ["full", "relaxed"] },
  busyDeadlineMillis: { least: 0, most: 86_400_000 },
  keepChanges: { least: 1, most: Number.MAX_SAFE_INTEGER },
} as const

/** Opens the store and closes it with the scope. An option outside its range is `OptionRefused`. */
export const make = (
  options: Options,
): Effect.Effect<Context.Context<MemoryStore | StoreAdmin>, StoreError, Scope.Scope> =>
  Effect.gen(function* () {
    yield* checkOptions(options, RANGES)
    const settings = {
      filename: options.filename,
      schema: options.schema ?? memorySchema,
      durability: options.durability ?? "full",
      during: options.during,
      busyDeadlineMillis: options.busyDeadlineMillis ?? 5_000,
      keepChanges: options.keepChanges ?? 100_000,
    }
    const opened = yield* Effect.acquireRelease(
      untilFree(
        "open",
        settings.busyDeadlineMillis,
        attemptTo("open", () => openFile(settings)),
      ),
      ({ connection }) => Effect.sync(() => connection.close()),
    )
    const { connection, file } = opened
    const upkeep =
      file === undefined
        ? upkeepInMemory(connection)
        : yield* makeUpkeep(connection, file, settings.busyDeadlineMillis)
    const longWriter = yield* Effect.acquireRelease(
      Effect.sync(() => makeLongWriter(opened, { ...settings, ...upkeep })),
      (writer) => Effect.sync(() => writer?.close()),
    )
    const sync = file === undefined ? undefined : yield* makeLogSync(connection, file)
    const primitives = makePrimitives(opened, { ...settings, ...upkeep, ...sync, longWriter })
    const store = yield* makeStore(primitives)
    const admin = makeSqliteAdmin(opened, { ...settings, ...upkeep })
    return Context.merge(
      MemoryStore.context(store),
      StoreAdmin.context(makeAdmin(() => store.schema, admin)),
    )
  })

/** Opens when the layer is built. Bind it to a constant: each layer value is a connection of its own. */
export const layer = (options: Options): Layer.Layer<MemoryStore | StoreAdmin, StoreError> =>
  Layer.effectContext(make(options))

/**
 * From the environment: `REMINISCE_FILE` (required), `REMINISCE_DURABILITY` (`full` or `relaxed`,
 * default `full`). `options` gives the rest.
 */
export const layerConfig = (
  options: Omit<Options, "filename" | "durability"> = {},
): Layer.Layer<MemoryStore | StoreAdmin, StoreError | Config.ConfigError> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const filename = yield* Config.String("REMINISCE_FILE")
      const durability = yield* Config.withDefault(
        Config.Literals(["full", "relaxed"], "REMINISCE_DURABILITY"),
        "full" as const,
      )
      return layer({ ...options, filename, durability })
    }),
  )
