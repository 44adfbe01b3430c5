/**
 * The part every ranking shares: who may see what, what is asked, and every memory's score.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import type { EpochMillis, StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Focus } from "../Focus.ts"
import type { RankingRules } from "../RankingRules.ts"
import type { Nothing, ScoreParts, TermFacts } from "../RecallAnswer.ts"
import type { RankRequest } from "../RecallOptions.ts"
import { findVisible } from "./findVisible.ts"
import { injectionFloor } from "./injectionFloor.ts"
import { type OwnerIndex, scoredStretches } from "./OwnerIndex.ts"
import { type QueryTerms, queryTerms, readQuestion } from "./readQuestion.ts"
import { type Counts, scoreMemories } from "./scoreMemories.ts"
import { makeTrailSums, type TrailSums } from "./trailScores.ts"
import type { VisibleSet } from "./VisibleSet.ts"

/** Where and when a ranking happens. */
export interface RankScene {
  readonly view: View
  readonly index: OwnerIndex
  readonly analyser: AnalyserShape
  readonly rules: RankingRules
  readonly now: EpochMillis
  /** What is done between stretches of work, none of them long: see `OwnerIndexes.read`. */
  readonly pause: Effect.Effect<void>
}

export interface Ranking {
  readonly visible: VisibleSet
  readonly at: EpochMillis | null
  /** Undefined without a query. */
  readonly asked: QueryTerms | undefined
  readonly terms: ReadonlyArray<TermFacts>
  /** Least part of the query that passes the floor asked for; 1 for search. */
  readonly leastQueryPart: number
  /** Where they were asked for. */
  readonly trails?: TrailSums
}

export interface RankWishes {
  readonly counts?: Counts
  readonly sumsTrails?: boolean
}

/** Leaves the scores in the index's scratch space, good until the next ranking of this owner. */
export const rankView = (
  { view, index, analyser, rules, now, pause }: RankScene,
  query: string | undefined,
  request: RankRequest,
  focus: Focus | undefined,
  { counts, sumsTrails = false }: RankWishes = {},
): Effect.Effect<Ranking, StoreError> => {
  const at = instantOf(request, now)
  const asked = query === undefined ? undefined : queryTerms(analyser, query, at, rules)
  return Effect.flatMap(findVisible(index, view, { ...request, at, isReading: false }), (visible) =>
    Effect.gen(function* () {
      const question = yield* readQuestion(index, view, asked, focus)
      const trails = sumsTrails ? makeTrailSums(index, visible.bytes) : undefined
      const wishes = { counts, note: trails?.note, pause }
      const terms = yield* scoreMemories(index, visible, question, rules, wishes)
      const scanned = counts?.scanned ?? visible.count
      const leastQueryPart =
        request.floor === "injection" ? injectionFloor(terms, asked?.words ?? [], scanned) : 1
      return { visible, at, asked, terms, leastQueryPart, ...(trails && { trails }) }
    }),
  )
}

/** The instant validity is judged at. */
export const instantOf = ({ at, asOf }: RankRequest, now: EpochMillis): EpochMillis | null =>
  at === undefined ? (asOf ?? now) : at

/** Takes out of the scratch scores what the query alone does not lift to the floor. */
export const applyFloor = (index: OwnerIndex, leastQueryPart: number): boolean => {
  const { score, focus } = index.scratch
  let isCut = false
  if (leastQueryPart <= 1) return isCut
  for (const [from, to] of scoredStretches(index)) {
    for (let slot = from; slot < to; slot++) {
      const all = score[slot] as number
      if (all === 0 || all - (focus[slot] as number) >= leastQueryPart) continue
      score[slot] = 0
      isCut = true
    }
  }
  return isCut
}

export const partsOf = ({ scratch }: OwnerIndex, slot: number): ScoreParts => {
  const focus = scratch.focus[slot] as number
  return { query: (scratch.score[slot] as number) - focus, focus, affect: 0, persona: 0 }
}

/** The fields of an answer that say what became of the query. */
export const queryFacts = (
  asked: QueryTerms | undefined,
  found: number,
  isCut: boolean,
): { readonly termsLeftOut?: number; readonly nothing?: Nothing } => ({
  ...(asked !== undefined && asked.leftOut > 0 ? { termsLeftOut: asked.leftOut } : {}),
  ...(found > 0 || asked === undefined
    ? {}
    : { nothing: asked.terms.length === 0 ? "no-words" : isCut ? "below-floor" : "no-match" }),
})
