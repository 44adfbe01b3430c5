/**
 * Erasure over a store whose plans keep the index, and whom and when the tests tell of.
 *
 * @module
 */
import { Analyser } from "@reminisce/analyser"
import { Erasure } from "@reminisce/erasure"
import { Guard } from "@reminisce/guard"
import { layerIndexDeriver } from "@reminisce/recall-engine"
import { MemoryStore, type Owner, type StoreAdmin } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const alice: Owner = { kind: "agent", name: "alice" }
export const bob: Owner = { kind: "agent", name: "bob" }
export const person = "person-1"
export const DAY = 86_400_000
/** A day on which what was recorded on the first is old. */
export const TODAY = 100

export type StoreLayer = Layer.Layer<MemoryStore | StoreAdmin>

/** `between` stands between the store and all who write to it. */
export const erasing = (
  store: StoreLayer,
  between: (store: MemoryStore["Service"]) => MemoryStore["Service"] = (itself) => itself,
) =>
  Layer.orDie(Erasure.layer).pipe(
    Layer.provideMerge(Layer.effect(MemoryStore, Effect.map(MemoryStore, between))),
    Layer.provideMerge(store.pipe(Layer.provide(layerIndexDeriver))),
    Layer.provideMerge(Layer.merge(Analyser.layer, Guard.layer)),
  )
