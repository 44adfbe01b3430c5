/**
 * Everything a host has, over a fresh store; a story about a person in it; and all a store holds, as
 * one text.
 *
 * @module
 */
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { Recall } from "@reminisce/recall-engine"
import { memorySchema } from "@reminisce/schema"
import {
  MemoryStore,
  type Owner,
  StoreAdmin,
  type StoreError,
  type StoreSchema,
} from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { alice, bob, erasing, person, type StoreLayer } from "./erasing.ts"

/** Each time a layer is built it is a store of its own. */
export const stores: ReadonlyArray<{
  readonly name: string
  readonly layer: (schema?: StoreSchema) => StoreLayer
}> = [
  { name: "layerMemory", layer: (schema = memorySchema) => MemoryStore.layerMemory(schema) },
  {
    name: "store-sqlite",
    layer: (schema) => Layer.orDie(StoreSqlite.layer({ filename: ":memory:", schema })),
  },
]

export const world = (...over: Parameters<typeof erasing>) =>
  Layer.mergeAll(Layer.orDie(Lifecycle.layer), Recall.layer, Provenance.layer).pipe(
    Layer.provideMerge(erasing(...over)),
  )

export const told = (content: string, more: object = {}) => ({
  content,
  aspects: ["semantic"],
  basis: "told" as const,
  ...more,
})
export const about = (...refs: ReadonlyArray<string>) => ({
  subjects: refs.map((ref) => ({ ref, consentScope: "care" })),
})

/** Words that only memories about the person hold, or what was said about them. */
export const secretWords = [
  "zanzibar",
  "quicksilver",
  "marzipan",
  "xylophone",
  "obsidian",
  "pomegranate",
  "saffron",
  "tourmaline",
  "vermilion",
  "wisteria",
  "juniper",
  "periwinkle",
  "halcyon",
  "gossamer",
  "labyrinth",
]

/** Nine memories of alice and one of bob; of alice's, `m_6` and `m_7` are about nobody. */
export const story = Effect.gen(function* () {
  const { forget, relate, remember, supersede } = yield* Lifecycle
  yield* remember(
    alice,
    told("She was born in zanzibar", {
      key: "m_1",
      ...about(person),
      facets: [["mood", "quicksilver"]],
      sources: ["web:marzipan", "web:shared"],
      trail: "xylophone",
      ordinal: 3,
      validFrom: 1_000,
      reviewedBy: "keeper",
    }),
  )
  yield* remember(alice, {
    content: "Send her an obsidian card",
    aspects: ["prospective"],
    basis: "told",
    key: "m_2",
    ...about(person),
    dueAt: 5_000,
    cues: [{ event: "pomegranate" }],
  })
  yield* remember(alice, told("So she likes saffron", { key: "m_3", derivedFrom: ["m_1"] }))
  yield* remember(alice, told("The tide is high", { key: "m_6", sources: ["web:shared"] }))
  yield* remember(alice, told("Boats leave at six", { key: "m_7" }))
  yield* supersede(alice, "m_3", told("She likes tourmaline", { key: "m_4" }), {
    reason: "she said vermilion",
  })
  // A memory about nobody, replaced by one about her: why is told in her words.
  yield* remember(alice, told("Someone plays chess", { key: "m_5" }))
  yield* supersede(alice, "m_5", told("She plays wisteria", { key: "m_8", ...about(person) }), {
    reason: "it was juniper",
  })
  yield* remember(alice, told("She and another", { key: "m_9", ...about(person, "person-2") }))
  yield* forget(alice, "m_9", { reason: "periwinkle" })
  yield* relate(alice, "contradiction", ["m_1", "m_6"], { reason: "halcyon" })
  yield* relate(alice, "contradiction", [{ derivation: ["m_3", "m_1"] }, "m_7"], {
    reason: "gossamer",
  })
  yield* relate(alice, "association", ["m_1", "m_7"], { facets: [["theme", "labyrinth"]] })
  yield* remember(bob, told("bob knows zanzibar", { key: "m_1", ...about(person) }))
})

const LIMIT = 10_000

/** Every record, link and page name of every owner. */
export const everything = Effect.gen(function* () {
  const store = yield* MemoryStore
  const admin = yield* StoreAdmin
  const found: Array<unknown> = []
  for (const owner of yield* admin.owners({ limit: LIMIT })) {
    for (const type of Object.keys(store.schema.records)) {
      found.push(yield* store.read(owner, (view) => view.scan(type, { limit: LIMIT })))
    }
    for (const type of Object.keys(store.schema.links)) {
      found.push(yield* store.read(owner, (view) => view.scanLinks(type, { limit: LIMIT })))
    }
    found.push(yield* store.read(owner, (view) => view.pageNames("postings", { limit: LIMIT })))
  }
  return JSON.stringify(found)
})

export const record = (owner: Owner, type: string, key: string) =>
  Effect.flatMap(MemoryStore, (store) =>
    Effect.map(
      store.read(owner, (view) => view.get(type, [key])),
      ([found]) => found,
    ),
  )

/** Records of a type, of one owner. */
export const all = (owner: Owner, type: string) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.read(owner, (view) => view.scan(type, { limit: LIMIT })),
  )

export { alice, bob, person } from "./erasing.ts"
export type { StoreError }
