/**
 * The engine under test over an embedded file: memories written through the port, with the index in
 * the same plans, or made once behind many.
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
import type { BenchMemory, Corpus } from "./corpus.ts"

const owner = { kind: "bench", name: "recall" }
export const NOW = Date.UTC(2026, 0, 1)

/** Memories one bulk plan holds. */
export const BULK = 1_000
/** Whom the hidden memories are about. */
export const PERSON = "someone"

export interface Engine {
  readonly write: (memories: ReadonlyArray<BenchMemory>) => Promise<void>
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
    write: (some) => runtime.runPromise(create(memories, some.map(toWrite))),
    recall: (query, options) =>
      runtime.runPromise(recall.recall(owner, query, { at: NOW, ...options })),
    close: () => runtime.dispose(),
  }
}

/**
 * Writes the first `size` memories of a corpus to a new file and makes their index once, as a restore
 * does: the pages are those that plans with the deriver leave, in a third of the time.
 */
export const seedEngine = async (filename: string, corpus: Corpus, size: number): Promise<void> => {
  const plain = ManagedRuntime.make(StoreSqlite.layer({ filename, durability: "relaxed" }))
  const store = await plain.runPromise(Effect.service(MemoryStore))
  for (let from = 0; from < size; from += BULK) {
    const some = corpus.memories(from, Math.min(size, from + BULK))
    await plain.runPromise(create(store, some.map(toWrite)))
  }
  const person = { type: "subject", key: "p_someone", attributes: { reference: PERSON } }
  await plain.runPromise(create(store, [person]))
  await plain.dispose()
  const indexing = ManagedRuntime.make(
    Recall.layer.pipe(
      Layer.provide(StoreSqlite.layer({ filename, durability: "relaxed" })),
      Layer.provide(Analyser.layer),
    ),
  )
  await indexing.runPromise(Effect.flatMap(Recall, (recall) => recall.reindex(owner)))
  await indexing.dispose()
}

interface Written {
  readonly type: string
  readonly key: string
  readonly attributes: Attributes
}

const create = (store: MemoryStore["Service"], records: ReadonlyArray<Written>) =>
  store.update(owner, () => Effect.succeed({ answer: undefined, draft: { create: records } }))

const toWrite = (memory: BenchMemory): Written => ({
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
