/**
 * All of reminisce over one embedded store, wired with its defaults, for hosts that use Effect.
 *
 * @module
 */
import { Analyser } from "@reminisce/analyser"
import { Backup } from "@reminisce/backup"
import { Erasure, ErasureOptions, type ErasureSettings } from "@reminisce/erasure"
import { Guard } from "@reminisce/guard"
import { guardSchema, Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { layerIndexDeriver, Recall } from "@reminisce/recall-engine"
import { type Invalid, memorySchema } from "@reminisce/schema"
import { layerSealer, type SealingOptions, SubjectKeys, sealingTypes } from "@reminisce/sealing"
import {
  extendSchema,
  type MemoryStore,
  type StoreAdmin,
  type StoreError,
  type StoreSchema,
} from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export type ReminisceServices =
  | Lifecycle
  | Recall
  | Provenance
  | Backup
  | Erasure
  | Guard
  | Analyser
  | MemoryStore
  | StoreAdmin

/** What a host may put in place of the defaults. An index made under another analyser must be rebuilt: `Recall.reindex`. */
export interface Replacements<E> {
  readonly analyser?: Layer.Layer<Analyser, E>
  readonly guard?: Layer.Layer<Guard, E>
}

/** A store, passed unbuilt, with the index of recall kept in every commit. */
export const indexed = <E, E2 = never>(
  store: Layer.Layer<MemoryStore | StoreAdmin, E>,
  analyser: Layer.Layer<Analyser, E2> = Analyser.layer,
): Layer.Layer<MemoryStore | StoreAdmin, E | E2> =>
  store.pipe(Layer.provide(layerIndexDeriver), Layer.provide(analyser))

/**
 * Over a store of the host's choice. The store's layer must be built with the index deriver: pass it
 * unbuilt. `Policy`, `LifecycleOptions`, `ErasureOptions` and `RecallConfig` are read when this layer is
 * built, from what is provided to it.
 */
export const layerOver = <E, E2 = never>(
  store: Layer.Layer<MemoryStore | StoreAdmin, E>,
  { analyser = Analyser.layer, guard = Guard.layer }: Replacements<E2> = {},
): Layer.Layer<ReminisceServices, E | E2 | Invalid> => {
  const stored = Layer.merge(indexed(store, analyser), analyser)
  return Layer.mergeAll(
    Lifecycle.layer,
    Recall.layer,
    Provenance.layer,
    Backup.layer,
    Erasure.layer,
  ).pipe(Layer.provideMerge(Layer.merge(stored, guard)))
}

export interface Sealing extends SealingOptions {
  /** Folder of the people's keys, made when absent. Outside every backup of the store. */
  readonly keys: string
}

export interface ReminisceOptions extends StoreSqlite.Options {
  /** Seals what is about people: see `@reminisce/sealing`. Once a store has it, every process needs it that writes about people. */
  readonly sealing?: Sealing
  /** What is settled once for erasures, such as how long what is about people is kept. */
  readonly erasure?: Partial<ErasureSettings>
}

/** What a store's schema needs for sealing. For a host's own: `layerOver(StorePostgres.layer({ url, schema: sealedSchema }))`. */
export const sealedSchema: StoreSchema = extendSchema(memorySchema, sealingTypes)

/** Seals under the keys of a folder. To be provided to `layerOver`, and merged with it. */
export const layerSealing = ({ keys, ...options }: Sealing): Layer.Layer<never> =>
  Layer.provide(layerSealer(options), SubjectKeys.layerFolder(keys))

/** Over one file, made when absent; `:memory:` for a store that ends with the layer. Bind it to a constant. */
export const layer = ({
  erasure,
  ...options
}: ReminisceOptions): Layer.Layer<ReminisceServices, StoreError | Invalid> =>
  erasure === undefined
    ? layerSealed(options)
    : Layer.provide(layerSealed(options), settled(erasure))

/** Beside what is settled already. */
const settled = (erasure: Partial<ErasureSettings>): Layer.Layer<never> =>
  Layer.effect(
    ErasureOptions,
    Effect.map(ErasureOptions, (defaults) => ({ ...defaults, ...erasure })),
  )

const layerSealed = ({
  sealing,
  ...options
}: Omit<ReminisceOptions, "erasure">): Layer.Layer<ReminisceServices, StoreError | Invalid> => {
  if (sealing === undefined) return layerOver(guarded(options))
  const { schema = memorySchema } = options
  const sealed = schema === "stored" ? schema : extendSchema(schema, sealingTypes)
  return layerOver(guarded({ ...options, schema: sealed })).pipe(
    Layer.provideMerge(layerSealing(sealing)),
  )
}

/** The file, made and opened after the names of its schema have passed the guard. */
const guarded = (
  options: StoreSqlite.Options,
): Layer.Layer<MemoryStore | StoreAdmin, StoreError | Invalid> => {
  const store = StoreSqlite.layer(options)
  const { schema = memorySchema } = options
  if (schema === "stored") return store
  return Effect.flatMap(Guard, (guard) => guardSchema(guard, schema)).pipe(
    Effect.provide(Guard.layer),
    Effect.as(store),
    Layer.unwrap,
  )
}
