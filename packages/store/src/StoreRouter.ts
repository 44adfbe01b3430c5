/**
 * A store made of stores: each owner lives in the one `route` names for it, for ever. The way to
 * spread owners over files, databases or servers.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryStore, type StoreCapabilities } from "./MemoryStore.ts"
import { formatOwner, type Owner } from "./Owner.ts"
import { StoreAdmin, type StoreHealth } from "./StoreAdmin.ts"
import type { StoreError } from "./StoreError.ts"
import type { StoreSchema } from "./StoreSchema.ts"
import { compareText } from "./Value.ts"

/** The two services of one store, as its layer gives them. */
export interface RoutedStore {
  readonly store: MemoryStore["Service"]
  readonly admin: StoreAdmin["Service"]
}

export interface RouterOptions {
  readonly schema: StoreSchema
  /** At least one. */
  readonly stores: readonly [RoutedStore, ...ReadonlyArray<RoutedStore>]
  /** Must answer the same store for the same owner whenever it is asked. */
  readonly route: (owner: Owner) => RoutedStore
}

/**
 * Capabilities are those all of the stores have; `maxPlanBytes` is the smallest. Whatever concerns
 * the whole store asks all of them: owners are merged, sizes added up, `compact` is `done` when it is
 * everywhere, and one store's failure is the router's.
 */
export const layer = ({
  schema,
  stores,
  route,
}: RouterOptions): Layer.Layer<MemoryStore | StoreAdmin> => {
  const store = MemoryStore.of({
    schema,
    capabilities: commonCapabilities(stores.map(({ store }) => store.capabilities)),
    read: (owner, f) => route(owner).store.read(owner, f),
    update: (owner, decide) => route(owner).store.update(owner, decide),
    derived: (owner) => route(owner).store.derived(owner),
    searchPages: (owner, search) => route(owner).store.searchPages(owner, search),
  })
  const fromAll = <A>(ask: (admin: StoreAdmin["Service"]) => Effect.Effect<A, StoreError>) =>
    Effect.forEach(stores, ({ admin }) => ask(admin), { concurrency: 8 })
  const admin = StoreAdmin.of({
    owners: (options) =>
      Effect.map(
        fromAll((each) => each.owners(options)),
        (lists) => mergeOwners(lists, options.limit),
      ),
    ownersWith: (index, prefix, options) =>
      Effect.map(
        fromAll((each) => each.ownersWith(index, prefix, options)),
        (lists) => mergeOwners(lists, options.limit),
      ),
    health: Effect.map(
      fromAll((each) => each.health),
      commonHealth,
    ),
    compact: (options) =>
      Effect.map(
        fromAll((each) => each.compact(options)),
        (ends) => (ends.includes("pending") ? "pending" : "done"),
      ),
    verify: Effect.map(
      fromAll((each) => each.verify),
      (findings) => findings.flat(),
    ),
    begin: (work) => Effect.asVoid(fromAll((each) => each.begin(work))),
    finish: (options) => Effect.asVoid(fromAll((each) => each.finish(options))),
  })
  return Layer.succeedContext(Context.make(MemoryStore, store).pipe(Context.add(StoreAdmin, admin)))
}

/** Each list is in order and whole up to its end or to `limit`, so the first `limit` of all of them are too. */
const mergeOwners = (
  lists: ReadonlyArray<ReadonlyArray<Owner>>,
  limit: number,
): ReadonlyArray<Owner> => {
  const byName = new Map(lists.flat().map((owner) => [formatOwner(owner), owner]))
  return [...byName]
    .sort(([a], [b]) => compareText(a, b))
    .slice(0, limit)
    .map(([, owner]) => owner)
}

const commonHealth = (all: ReadonlyArray<StoreHealth>): StoreHealth => {
  const sizes = all.map(({ bytes }) => bytes).filter((bytes) => bytes !== undefined)
  return {
    engine: [...new Set(all.map(({ engine }) => engine))].join(", "),
    schemaVersion: Math.min(...all.map(({ schemaVersion }) => schemaVersion)),
    durable: all.every(({ durable }) => durable),
    ...(sizes.length === all.length ? { bytes: sizes.reduce((sum, each) => sum + each, 0) } : {}),
  }
}

const commonCapabilities = (all: ReadonlyArray<StoreCapabilities>): StoreCapabilities => ({
  transactionalPages: all.every((each) => each.transactionalPages),
  physicalErasure: all.every((each) => each.physicalErasure),
  hostTypes: all.every((each) => each.hostTypes),
  persistent: all.every((each) => each.persistent),
  maxPlanBytes: Math.min(...all.map((each) => each.maxPlanBytes)),
})
