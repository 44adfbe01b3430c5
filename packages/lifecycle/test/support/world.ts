/**
 * A fresh store with the write path and its explanations over it, and shorthands for what tests write.
 *
 * @module
 */
import { Guard, SecretRefused } from "@reminisce/guard"
import {
  type HostPolicy,
  Lifecycle,
  LifecycleOptions,
  type LifecycleSettings,
  Policy,
} from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { ASPECTS, memorySchema, type RememberRequest } from "@reminisce/schema"
import { MemoryStore, type Owner, type StoreLink, type StoreRecord } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const alice: Owner = { kind: "agent", name: "alice" }
export const bob: Owner = { kind: "agent", name: "bob" }

export const note = (content: string, more: Partial<RememberRequest> = {}): RememberRequest => ({
  content,
  aspects: ["semantic"],
  basis: "told",
  ...more,
})

/** The reference store, running each decision twice as one does that finds its owner moved. */
const layerTwice = Layer.effect(
  MemoryStore,
  Effect.map(MemoryStore, (inner) =>
    MemoryStore.of({
      ...inner,
      update: (owner, decide) =>
        inner.update(owner, (view, at) => Effect.andThen(decide(view, at), decide(view, at))),
    }),
  ),
)

/** Stores the suites run over. Each time a layer is built it is a store of its own. */
export const stores: ReadonlyArray<{
  readonly name: string
  readonly layer: () => Layer.Layer<MemoryStore>
  /** Divides the runs of a property: a store in a file takes longer to open. */
  readonly sparing: number
}> = [
  { name: "layerMemory", layer: () => MemoryStore.layerMemory(memorySchema), sparing: 1 },
  {
    name: "store-sqlite",
    layer: () => Layer.orDie(StoreSqlite.layer({ filename: ":memory:" })),
    sparing: 6,
  },
  {
    name: "a store that decides twice",
    layer: () => Layer.provide(layerTwice, MemoryStore.layerMemory(memorySchema)),
    sparing: 2,
  },
]

/** Refuses what holds the word `SECRET`, holds back what holds `DOUBT`: the rules of the real guard are tested there. */
export const wordGuard = Layer.succeed(Guard)({
  version: "words",
  check: (fields) => {
    const refused = fields.find(({ text }) => text.includes("SECRET"))
    if (refused !== undefined) {
      return Effect.fail(new SecretRefused({ field: refused.field, families: ["word"] }))
    }
    const held = fields.some(({ text }) => text.includes("DOUBT"))
    return Effect.succeed(held ? { held: ["word"] } : "clear")
  },
})

export interface WorldOptions {
  readonly policy?: HostPolicy["check"]
  readonly settings?: Partial<LifecycleSettings>
  readonly store?: () => Layer.Layer<MemoryStore>
  readonly guard?: Layer.Layer<Guard>
}

/** The write path and `Provenance` over a fresh store: the reference store and `wordGuard`, unless told otherwise. */
export const world = ({ policy, settings, store, guard }: WorldOptions = {}) => {
  const adapter = store ?? (() => MemoryStore.layerMemory(memorySchema))
  return Layer.merge(Lifecycle.layer, Provenance.layer).pipe(
    Layer.provide([
      Layer.succeed(LifecycleOptions)({ aspects: ASPECTS, reviewAspects: [], ...settings }),
      Layer.succeed(Policy)({ check: policy ?? (() => Effect.succeed("ok")) }),
    ]),
    Layer.provideMerge(Layer.merge(adapter(), guard ?? wordGuard)),
  )
}

/** Every record of a type an owner has, by key. */
export const allRecords = Effect.fnUntraced(function* (
  owner: Owner,
  type: string,
): Effect.fn.Return<ReadonlyArray<StoreRecord>, never, MemoryStore> {
  const store = yield* MemoryStore
  return yield* Effect.orDie(store.read(owner, (view) => view.scan(type, { limit: 10_000 })))
})

/** Every link of a type an owner has, by key. */
export const allLinks = Effect.fnUntraced(function* (
  owner: Owner,
  type: string,
): Effect.fn.Return<ReadonlyArray<StoreLink>, never, MemoryStore> {
  const store = yield* MemoryStore
  return yield* Effect.orDie(store.read(owner, (view) => view.scanLinks(type, { limit: 10_000 })))
})

/** All an error says: its tag and its fields. */
export const facts = (refusal: object): object => ({ ...refusal })
