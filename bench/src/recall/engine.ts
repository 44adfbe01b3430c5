/**
 * The engine under test over an embedded file: memories written through the port with the deriver.
 *
 * @module
 */
import { Analyser } from "@reminisce/analyser"
import {
  layerIndexDeriver,
  Recall,
  type RecallAnswer,
  type RecallOptions,
} from "@reminisce/recall-engine"
import { type Attributes, MemoryStore } from "@reminisce/store"
import { StoreSqlite } from "@reminisce/store-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { BenchMemory } from "./corpus.ts"

const owner = { kind: "bench", name: "recall" }
export const NOW = Date.UTC(2026, 0, 1)

/** Memories one bulk plan holds. */
export const BULK = 1_000

export interface Engine {
  readonly write: (memories: ReadonlyArray<BenchMemory>) => Promise<void>
  /** Makes known whom the hidden memories are about: `someone`. */
  readonly addPerson: () => Promise<void>
  readonly recall: (query: string | null, options?: RecallOptions) => Promise<RecallAnswer>
  readonly close: () => Promise<void>
}

export const openEngine = async (filename: string): Promise<Engine> => {
  const store = StoreSqlite.layer({ filename, durability: "relaxed" }).pipe(
    Layer.provide(layerIndexDeriver),
    Layer.provideMerge(Analyser.layer),
  )
  const runtime = ManagedRuntime.make(Recall.layer.pipe(Layer.provideMerge(store)))
  const services = await runtime.runPromise(Effect.all([MemoryStore, Recall]))
  const [memories, recall] = services
  return {
    write: (some) =>
      runtime.runPromise(
        memories.update(owner, () =>
          Effect.succeed({ answer: undefined, draft: { create: some.map(toWrite) } }),
        ),
      ),
    addPerson: () =>
      runtime.runPromise(
        memories.update(owner, () =>
          Effect.succeed({
            answer: undefined,
            draft: {
              create: [{ type: "subject", key: "p_someone", attributes: { reference: "someone" } }],
            },
          }),
        ),
      ),
    recall: (query, options) =>
      runtime.runPromise(recall.recall(owner, query, { at: NOW, ...options })),
    close: () => runtime.dispose(),
  }
}

const toWrite = (memory: BenchMemory): { type: string; key: string; attributes: Attributes } => ({
  type: "memory",
  key: memory.key,
  attributes: {
    content: memory.content,
    aspects: ["semantic"],
    basis: "told",
    confidence: 1_000,
    salience: 1_000_000,
    status: memory.isActive ? "active" : "forgotten",
    recordedAt: NOW,
    facets: [`speaker=${memory.speaker}`],
    cues: [],
    concerns: memory.isHidden ? ["p_someone"] : [],
    trail: memory.trail,
    ordinal: memory.ordinal,
    recallCount: 0,
    outside: false,
    ...(memory.isOver ? { validTo: NOW - 1 } : {}),
  },
})
