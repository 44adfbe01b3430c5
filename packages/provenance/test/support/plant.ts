/**
 * A fresh store with `Provenance` over it, and memories and links put into it as they are.
 *
 * @module
 */
import { Provenance } from "@reminisce/provenance"
import { memorySchema } from "@reminisce/schema"
import {
  type Attributes,
  type Draft,
  type LinkWrite,
  MemoryStore,
  type Owner,
  type RecordWrite,
  type Ref,
} from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const alice: Owner = { kind: "agent", name: "alice" }
export const bob: Owner = { kind: "agent", name: "bob" }

/** `Provenance` over a fresh store: the reference store unless told otherwise. */
export const world = (store: () => Layer.Layer<MemoryStore> = layerMemory) =>
  Layer.provideMerge(Provenance.layer, store())

const layerMemory = () => MemoryStore.layerMemory(memorySchema)

/** Stores the suites run over. Each time a layer is built it is a store of its own. */
export const stores: ReadonlyArray<{
  readonly name: string
  readonly layer: () => Layer.Layer<MemoryStore>
  /** Divides the runs of a property: a store in a file takes longer to open. */
  readonly sparing: number
}> = [
  { name: "layerMemory", layer: layerMemory, sparing: 1 },
  {
    name: "store-sqlite",
    layer: () => Layer.orDie(StoreSqlite.layer({ filename: ":memory:" })),
    sparing: 6,
  },
]

export const ref = (key: string): Ref => ({ type: "memory", key })

/** `about`: keys of the subjects it concerns. */
export const memory = (
  key: string,
  attributes: Attributes = {},
  about: ReadonlyArray<string> = [],
): RecordWrite => ({
  ...ref(key),
  attributes: {
    content: `${key}.`,
    aspects: ["semantic"],
    basis: "told",
    confidence: 1_000,
    salience: 1_000_000,
    status: "active",
    recordedAt: 0,
    recallCount: 0,
    outside: false,
    concerns: about,
    ...attributes,
  },
})

/** The subject `name`, whose reference is `ref-name`. */
export const subject = (name: string): RecordWrite => ({
  type: "subject",
  key: name,
  attributes: { reference: `ref-${name}` },
})

export const derivation = (conclusion: string, ground: string): LinkWrite => ({
  type: "derivation",
  ends: { conclusion: ref(conclusion), ground: ref(ground) },
  attributes: { recordedAt: 0 },
})

export const supersession = (older: string, newer: string, at = 0): LinkWrite => ({
  type: "supersession",
  ends: { older: ref(older), newer: ref(newer) },
  attributes: { recordedAt: at },
})

export const contradiction = (left: Ref, right: Ref, at = 0): LinkWrite => ({
  type: "contradiction",
  ends: { left, right },
  attributes: { recordedAt: at, reason: "both cannot be" },
})

export const membership = (association: string, member: string): LinkWrite => ({
  type: "membership",
  ends: { association: { type: "association", key: association }, member: ref(member) },
  attributes: {},
})

export const citation = (citing: string, source: string, ordinal: number): LinkWrite => ({
  type: "citation",
  ends: { citing: ref(citing), cited: { type: "source", key: source } },
  attributes: { ordinal },
})

/** The change number `ordinal` of a memory's status. */
export const change = (
  key: string,
  ordinal: number,
  status: string,
  at: number,
  note: Attributes = {},
): RecordWrite => ({
  type: "statusChange",
  key: `${key}#${ordinal}`,
  attributes: { memory: key, ordinal, status, at, ...note },
})

export const plant = Effect.fnUntraced(function* (
  owner: Owner,
  draft: Draft,
): Effect.fn.Return<void, never, MemoryStore> {
  const store = yield* MemoryStore
  yield* Effect.orDie(store.update(owner, () => Effect.succeed({ answer: undefined, draft })))
})
