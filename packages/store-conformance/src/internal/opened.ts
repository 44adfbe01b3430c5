/**
 * Opening a store for a check, and what can be done with it in few words.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type Deriver,
  Derivers,
  type Draft,
  MemoryStore,
  type Owner,
  StoreAdmin,
  type StoreError,
  type StoreSchema,
  type View,
} from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Opening, SuiteOptions } from "../OpenStore.ts"
import { suiteSchema } from "./suiteSchema.ts"

export interface Opened {
  readonly store: MemoryStore["Service"]
  readonly admin: StoreAdmin["Service"]
}

export interface Wanted {
  /** Default: the suite's own. */
  readonly schema?: StoreSchema
  readonly keepChanges?: number
  readonly derivers?: ReadonlyArray<Deriver>
}

/** A new place, gone with the scope. */
export const newPlace = (options: SuiteOptions): Effect.Effect<string, never, Scope.Scope> =>
  options.place ??
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "store-conformance-"))),
    (place) => Effect.sync(() => rmSync(place, { recursive: true, force: true })),
  )

/** One more instance of the store at a place, closed with the scope. */
export const openAt = (
  options: SuiteOptions,
  place: string,
  { schema = suiteSchema, keepChanges, derivers = [] }: Wanted = {},
): Effect.Effect<Opened, StoreError, Scope.Scope> => {
  const opening: Opening = { place, schema, ...(keepChanges === undefined ? {} : { keepChanges }) }
  return options.layer(opening).pipe(
    Layer.fresh,
    Layer.provide(Layer.succeed(Derivers, derivers)),
    Layer.build,
    Effect.map((built) => ({
      store: Context.get(built, MemoryStore),
      admin: Context.get(built, StoreAdmin),
    })),
  )
}

/** A store at a place of its own. */
export const openNew = (
  options: SuiteOptions,
  wanted: Wanted = {},
): Effect.Effect<Opened, StoreError, Scope.Scope> =>
  Effect.flatMap(newPlace(options), (place) => openAt(options, place, wanted))

export const alice: Owner = { kind: "agent", name: "alice" }
export const bob: Owner = { kind: "agent", name: "bob" }

/** Commits a draft whatever the view holds. */
export const write = (
  { store }: Opened,
  draft: Draft,
  owner: Owner = alice,
): Effect.Effect<void, StoreError> =>
  store.update(owner, () => Effect.succeed({ answer: undefined, draft }))

export const read = <A, E>(
  { store }: Opened,
  f: (view: View) => Effect.Effect<A, E>,
  owner: Owner = alice,
): Effect.Effect<A, E | StoreError> => store.read(owner, f)

export const sequenceOf = (opened: Opened, owner: Owner = alice) =>
  read(opened, (view) => Effect.succeed(view.sequence), owner)
