/**
 * Directories of a test's own, and stores to back up and to restore into.
 *
 * @module
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Guard } from "@reminisce/guard"
import { MemoryStore, StoreAdmin, type StoreError, type StoreSchema } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Backup } from "../../src/index.ts"
import { hostSchema } from "./richStore.ts"

/** Gone with the scope. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "reminisce-backup-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

export interface Opened {
  readonly store: MemoryStore["Service"]
  readonly admin: StoreAdmin["Service"]
  readonly backup: Backup["Service"]
}

/** A store with its backup service, closed with the scope. */
export const openWith = <E>(
  stored: Layer.Layer<MemoryStore | StoreAdmin, E>,
): Effect.Effect<Opened, E, Scope.Scope> =>
  Layer.build(
    Layer.fresh(Backup.layer.pipe(Layer.provideMerge(stored), Layer.provideMerge(Guard.layer))),
  ).pipe(
    Effect.map((built) => ({
      store: Context.get(built, MemoryStore),
      admin: Context.get(built, StoreAdmin),
      backup: Context.get(built, Backup),
    })),
  )

export const openMemory = (
  schema: StoreSchema = hostSchema,
): Effect.Effect<Opened, never, Scope.Scope> => openWith(MemoryStore.layerMemory(schema))

export const openSqlite = (
  options: Partial<StoreSqlite.Options> = {},
): Effect.Effect<Opened, StoreError, Scope.Scope> =>
  openWith(StoreSqlite.layer({ filename: ":memory:", schema: hostSchema, ...options }))

export const STORES = { memory: openMemory, sqlite: openSqlite }

/** The files of a directory, by name. */
export const filesOf = (directory: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(join(directory, name), "utf8")]),
  )
