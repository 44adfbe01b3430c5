/**
 * Memories written straight through the port, for tests that need no write path.
 *
 * @module
 */
import { Analyser } from "@reminisce/analyser"
import { memorySchema } from "@reminisce/schema"
import { type Attributes, MemoryStore, type Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerIndexDeriver, RankingRules, Recall, RecallConfig } from "../../src/index.ts"

export const alice: Owner = { kind: "agent", name: "alice" }

const layerStore = MemoryStore.layerMemory(memorySchema).pipe(Layer.provide(layerIndexDeriver))

/** Recall over a fresh reference store. */
export const layerRecall = Recall.layer.pipe(
  Layer.provideMerge(layerStore),
  Layer.provideMerge(Analyser.layer),
)

/** The same, every recall in steps. */
export const layerRecallInSteps = Recall.layer.pipe(
  Layer.provide(Layer.succeed(RecallConfig)({ residentMemories: 1, steppedFrom: 0 })),
  Layer.provideMerge(layerStore),
  Layer.provideMerge(Analyser.layer),
)

const fewEchoes = Layer.effect(
  RankingRules,
  Effect.map(RankingRules, (usual) => ({ ...usual, echoMost: 2 })),
)

/** The same, where words that more than two memories have give no echo. */
export const layerFewEchoes = layerRecall.pipe(
  Layer.provide(fewEchoes),
  Layer.provideMerge(fewEchoes),
)

/** Recall over a store that keeps no pages: the index is followed beside it, in this process. */
export const layerRecallBeside = Recall.layer.pipe(
  Layer.provideMerge(
    MemoryStore.layerMemory(memorySchema, { capabilities: { transactionalPages: false } }),
  ),
  Layer.provideMerge(Analyser.layer),
)

/** The same, with the index in a second store. */
export const layerRecallInStore = Recall.layer.pipe(
  Layer.provide(
    Layer.effect(
      RecallConfig,
      Effect.map(MemoryStore, (indexStore) => ({ residentMemories: 1, indexStore })),
    ).pipe(Layer.provide(MemoryStore.layerMemory(memorySchema))),
  ),
  Layer.provideMerge(
    MemoryStore.layerMemory(memorySchema, { capabilities: { transactionalPages: false } }),
  ),
  Layer.provideMerge(Analyser.layer),
)

export interface Planted {
  readonly key: string
  readonly content?: string
  readonly attributes?: Attributes
}

export const plantedAttributes = ({ content, attributes }: Planted, at: number): Attributes => ({
  ...(content === undefined ? {} : { content }),
  aspects: ["semantic"],
  basis: "told",
  confidence: 1_000,
  salience: 1_000_000,
  status: "active",
  recordedAt: at,
  facets: [],
  cues: [],
  concerns: [],
  recallCount: 0,
  outside: false,
  ...attributes,
})

/** Writes memories in one plan. */
export const plant = (owner: Owner, ...memories: ReadonlyArray<Planted>) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update(owner, (_view, at) =>
      Effect.succeed({
        answer: undefined,
        draft: {
          create: memories.map((memory) => ({
            type: "memory",
            key: memory.key,
            attributes: plantedAttributes(memory, at),
          })),
        },
      }),
    ),
  )
