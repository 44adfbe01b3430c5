/**
 * The engine under test: turns as memories of one owner, written through the port with the deriver,
 * asked through `Recall`.
 *
 * @module
 */
import { Analyser, type AnalyserShape, makeAnalyser } from "@reminisce/analyser"
import { layerIndexDeriver, RankingRules, Recall } from "@reminisce/recall-engine"
import { memorySchema } from "@reminisce/schema"
import { MemoryStore } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Turn } from "./conversations.ts"
import type { Hit, System } from "./System.ts"

export interface OursOptions {
  readonly analyser?: AnalyserShape
  readonly rules?: Partial<RankingRules>
  /** Leaves out trail and ordinal. */
  readonly withoutTrails?: boolean
  /** Leaves out the speaker facet. */
  readonly withoutSpeakers?: boolean
  /** Leaves out when it was said. */
  readonly withoutTimes?: boolean
}

const owner = { kind: "bench", name: "locomo" }
const PAGE = 100

export const ours =
  (options: OursOptions = {}): System =>
  async (turns) => {
    const analyser = Layer.succeed(Analyser, options.analyser ?? makeAnalyser())
    const store = MemoryStore.layerMemory(memorySchema).pipe(
      Layer.provide(layerIndexDeriver),
      Layer.provideMerge(analyser),
    )
    const rules = Layer.effect(
      RankingRules,
      Effect.map(RankingRules, (usual) => ({ ...usual, ...options.rules })),
    )
    const runtime = ManagedRuntime.make(
      Recall.layer.pipe(Layer.provide(rules), Layer.provideMerge(store)),
    )
    await runtime.runPromise(
      Effect.flatMap(MemoryStore, (memories) =>
        memories.update(owner, (_view, at) =>
          Effect.succeed({
            answer: undefined,
            draft: { create: turns.map((turn) => toWrite(turn, at, options)) },
          }),
        ),
      ),
    )
    return {
      rank: (query, k) => runtime.runPromise(rank(query, k)),
      rankSessions: (query, k) => runtime.runPromise(rankSessions(query, k)),
      close: () => runtime.dispose(),
    }
  }

/** Follows the pages of a ranking as far as `k`. */
const rank = (query: string, k: number) =>
  Effect.gen(function* () {
    const recall = yield* Recall
    const hits: Array<Hit> = []
    for (let after: string | undefined; hits.length < k; ) {
      const page = yield* recall.recall(owner, query, {
        k: Math.min(PAGE, k - hits.length),
        ...(after === undefined ? {} : { after }),
      })
      for (const [i, { key }] of page.memories.entries()) {
        hits.push({ id: key, score: page.scores[i] ?? 0 })
      }
      after = page.next
      if (after === undefined) break
    }
    return hits
  })

const rankSessions = (query: string, k: number) =>
  Effect.gen(function* () {
    const recall = yield* Recall
    const { trails } = yield* recall.recallTrails(owner, query, { k: Math.min(PAGE, k) })
    return trails.map(({ trail = "", score }) => ({ id: trail, score }))
  })

const toWrite = (turn: Turn, at: number, options: OursOptions) => ({
  type: "memory",
  key: turn.id,
  attributes: {
    content: options.withoutSpeakers ? `${turn.speaker}: ${turn.text}` : turn.text,
    aspects: ["episodic"],
    basis: "told",
    confidence: 1_000,
    salience: 1_000_000,
    status: "active",
    recordedAt: at,
    facets: options.withoutSpeakers ? [] : [`speaker=${turn.speaker}`],
    cues: [],
    concerns: [],
    recallCount: 0,
    outside: false,
    ...(options.withoutTrails ? {} : { trail: turn.session, ordinal: turn.place }),
    ...(options.withoutTimes ? {} : { occurredAt: turn.at }),
  },
})
