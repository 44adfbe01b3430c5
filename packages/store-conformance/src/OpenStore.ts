/**
 * How a store is handed to the suite: how to open it, where, and what it claims to be able to do.
 *
 * @module
 */
import type {
  MemoryStore,
  StoreAdmin,
  StoreCapabilities,
  StoreError,
  StoreSchema,
} from "@reminisce/store"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

export interface Opening {
  /** What `SuiteOptions.place` gave: a directory of the suite's own, unless the adapter names another kind of place. */
  readonly place: string
  /** The schema to open with. Of a place opened before: the same, an extension of it, or a part of it. */
  readonly schema: StoreSchema
  /**
   * Changes to keep for each owner; by the time four times as many were made, the oldest are gone.
   * Absent: the store's own default, of at least 1,000.
   */
  readonly keepChanges?: number
}

/** Each call is another instance: one of a persistent store sees what the others wrote at the place. */
export type OpenStore = (opening: Opening) => Layer.Layer<MemoryStore | StoreAdmin, StoreError>

export interface SuiteOptions {
  readonly name: string
  readonly layer: OpenStore
  /** What the store can do, as a literal: compared with what its port value declares. */
  readonly capabilities: StoreCapabilities
  /** A new, empty place, gone with its scope. Default: a temporary directory. */
  readonly place?: Effect.Effect<string, never, Scope.Scope>
  /** The files that hold a place's data, searched after an erasure. Default: every file below the place. */
  readonly files?: (place: string) => ReadonlyArray<string>
  /**
   * Persistent stores: a module whose export `openStore` is an `OpenStore`, by which other processes
   * open the same place. It must load in a plain Node process.
   */
  readonly processes?: URL
  /**
   * Stores behind a network: as `layer`, but the answer to every second commit is lost after it was
   * carried out.
   */
  readonly losing?: OpenStore
  /** Random cases of each property. Default 60. */
  readonly runs?: number
  /** Whether a failing case is made smaller before it is shown. Default true. */
  readonly shrinks?: boolean
  /** Seed of the random cases. Default: the one fast-check is configured with, else a constant. */
  readonly seed?: number
}
