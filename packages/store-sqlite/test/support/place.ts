/**
 * A directory of one test's own, and how to open a store in it.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import {
  MemoryStore,
  type Owner,
  StoreAdmin,
  type StoreError,
  type StoreSchema,
} from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { StoreSqlite } from "../../src/index.ts"

export const alice: Owner = { kind: "agent", name: "alice" }

/** A schema small enough to read a test by. */
export const noteSchema: StoreSchema = {
  version: 1,
  records: {
    note: {
      slotted: true,
      attributes: {
        text: { kind: "text", cardinality: "optional" },
        rank: { kind: "integer", cardinality: "optional" },
        tags: { kind: "text", cardinality: "many" },
      },
    },
    person: { droppable: true, attributes: { name: { kind: "text", cardinality: "one" } } },
  },
  links: {
    about: {
      roles: [
        { name: "note", players: ["note"] },
        { name: "person", players: ["person"] },
      ],
      attributes: { scope: { kind: "text", cardinality: "one" } },
    },
  },
  indexes: {
    noteByRank: { type: "note", attributes: ["rank"] },
    noteByTag: { type: "note", attributes: ["tags"] },
    personByName: { type: "person", attributes: ["name"] },
  },
  spaces: { pages: { tracked: true } },
}

/** Gone with the scope. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "store-sqlite-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
)

/** The file, once for each descriptor that this process has of it. On Linux. */
export const descriptorsOf = (file: string): ReadonlyArray<string> =>
  fs
    .readdirSync("/proc/self/fd")
    .map((descriptor) => `/proc/self/fd/${descriptor}`)
    .map((link) => {
      try {
        return fs.readlinkSync(link)
      } catch {
        return "" // Closed meanwhile.
      }
    })
    .filter((name) => name === file)

export interface Opened {
  readonly store: MemoryStore["Service"]
  readonly admin: StoreAdmin["Service"]
}

/** Open until the scope ends. */
export const openStore = (
  options: StoreSqlite.Options,
): Effect.Effect<Opened, StoreError, Scope.Scope> =>
  Effect.map(StoreSqlite.make({ schema: noteSchema, ...options }), (context) => ({
    store: Context.get(context, MemoryStore),
    admin: Context.get(context, StoreAdmin),
  }))

/** Opens, uses and closes. */
export const withStore = <A, E>(
  options: StoreSqlite.Options,
  use: (opened: Opened) => Effect.Effect<A, E>,
): Effect.Effect<A, E | StoreError> => Effect.scoped(Effect.flatMap(openStore(options), use))

/** The reason opening fails with, as plain data. */
export const refusalOf = (options: StoreSqlite.Options): Effect.Effect<object, void> =>
  Effect.flip(Effect.scoped(openStore(options))).pipe(
    Effect.map(({ reason }) => ({ ...reason })),
    Effect.mapError(() => undefined),
  )

export const addNote = (
  { store }: Opened,
  key: string,
  attributes: {
    readonly text?: string
    readonly rank?: number
    readonly tags?: ReadonlyArray<string>
  } = {},
): Effect.Effect<number, StoreError> =>
  store.update(alice, (view) =>
    Effect.succeed({
      answer: view.sequence + 1,
      draft: { create: [{ type: "note", key, attributes }] },
    }),
  )

export const noteKeys = ({ store }: Opened): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  store.read(alice, (view) =>
    Effect.map(view.scan("note", { limit: 10_000 }), (notes) => notes.map(({ key }) => key)),
  )
