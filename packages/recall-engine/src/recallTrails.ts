/**
 * Which conversations speak of a query: one ranking of trails, each with the memory that stands for it.
 *
 * @module
 */
import { recordsToMemories } from "@reminisce/schema"
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { applyFloor, queryFacts, type RankScene, rankView } from "./internal/rankView.ts"
import { comparePlaces } from "./internal/selectTop.ts"
import { readKeys } from "./internal/slotKeys.ts"
import type { TrailScore } from "./internal/trailScores.ts"
import type { TrailsAnswer } from "./RecallAnswer.ts"
import type { RankRequest } from "./RecallOptions.ts"
import { readSlots } from "./recallMemories.ts"

export const recallTrails = (
  scene: RankScene,
  query: string,
  request: RankRequest,
): Effect.Effect<TrailsAnswer, StoreError> =>
  Effect.gen(function* () {
    const { view, index } = scene
    const ranking = yield* rankView(scene, query, request, undefined, { sumsTrails: true })
    const isCut = applyFloor(index, ranking.leastQueryPart)
    const candidates = foremost(ranking.trails?.sums() ?? [], request.k)
    const keyOf = yield* readKeys(
      index,
      view,
      candidates.flatMap(({ best }) => best),
    )
    const ranked = candidates
      .map(({ best, score, ownTime }) => {
        const [first = 0] = best
          .map((slot) => ({ slot, score, ownTime, key: keyOf(slot) }))
          .sort(comparePlaces)
          .map(({ slot }) => slot)
        return { slot: first, score, ownTime, key: keyOf(first) }
      })
      .sort(comparePlaces)
      .slice(0, request.k)
    const records = yield* readSlots(
      view,
      ranked.map(({ slot }) => slot),
    )
    const memories = yield* recordsToMemories(view, records)
    return {
      trails: memories.map((best, i) => ({
        ...(best.trail === undefined ? {} : { trail: best.trail }),
        score: ranked[i]?.score ?? 0,
        best,
      })),
      scanned: ranking.visible.count,
      scannedTrails: ranking.trails?.count ?? 0,
      at: ranking.at,
      terms: ranking.terms,
      ...queryFacts(ranking.asked, ranked.length, isCut),
    }
  })

/** The best `k`, and all that only a key could keep out of these. */
const foremost = (all: ReadonlyArray<TrailScore>, k: number): ReadonlyArray<TrailScore> => {
  const order = (a: TrailScore, b: TrailScore): number =>
    comparePlaces({ ...a, key: "" }, { ...b, key: "" })
  const sorted = [...all].sort(order)
  const last = sorted[k - 1]
  return last === undefined ? sorted : sorted.filter((each) => order(each, last) <= 0)
}
