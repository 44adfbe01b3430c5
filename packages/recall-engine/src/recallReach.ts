/**
 * One ranking over the memories of several owners: every term weighs by how many memories of all of
 * them have it, each owner is read in its own view.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import { Invalid, recordsToMemories } from "@reminisce/schema"
import {
  compareText,
  type EpochMillis,
  formatOwner,
  Moved,
  type Owner,
  StoreError,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { OwnerIndexes } from "./internal/OwnerIndexes.ts"
import { rankMemories } from "./internal/rankMemories.ts"
import { applyFloor, instantOf, partsOf, queryFacts, rankView } from "./internal/rankView.ts"
import type { QueryTerms } from "./internal/readQuestion.ts"
import type { Counts } from "./internal/scoreMemories.ts"
import { comparePlaces, type Place } from "./internal/selectTop.ts"
import type { RankingRules } from "./RankingRules.ts"
import type { ReachAnswer, ReachHit, TermFacts } from "./RecallAnswer.ts"
import type { RankRequest } from "./RecallOptions.ts"
import { readSlots } from "./recallMemories.ts"
import { termWeight } from "./termWeight.ts"

/** Owners one reach may span. */
export const REACH_OWNERS = 64

/** How often a reach starts again because an owner moved between counting and ranking. */
const ATTEMPTS = 8

export interface ReachScene {
  readonly indexes: OwnerIndexes
  readonly analyser: AnalyserShape
  readonly rules: RankingRules
  readonly now: EpochMillis
}

export const checkReach = (
  owners: ReadonlyArray<Owner>,
): Effect.Effect<ReadonlyArray<Owner>, Invalid> => {
  const names = owners.map(formatOwner)
  return owners.length === 0 || owners.length > REACH_OWNERS
    ? Effect.fail(new Invalid({ field: "owners", rule: "out-of-range" }))
    : new Set(names).size < names.length
      ? Effect.fail(new Invalid({ field: "owners", rule: "named-twice" }))
      : Effect.succeed(owners)
}

export const recallReach = (
  scene: ReachScene,
  owners: ReadonlyArray<Owner>,
  query: string,
  request: RankRequest,
): Effect.Effect<ReachAnswer, StoreError> =>
  Effect.gen(function* () {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const counted = yield* Effect.forEach(owners, (owner) =>
        countOwner(scene, owner, query, request),
      )
      const terms = addUp(counted)
      const scanned = counted.reduce((sum, each) => sum + each.scanned, 0)
      const counts = { scanned, having: new Map(terms.map((each) => [each.term, each.memories])) }
      const ranked = yield* Effect.forEach(owners, (owner) =>
        rankOwner(scene, owner, query, request, counts),
      )
      if (counted.some(({ sequence }, i) => sequence !== ranked[i]?.sequence)) continue
      const hits = ranked.flatMap((each) => each.hits).sort(compareHits)
      const best = hits.slice(0, request.k).map(({ hit }) => hit)
      const isCut = ranked.some((each) => each.isCut)
      return {
        hits: best,
        owners: counted.map(({ owner, sequence, scanned }) => ({ owner, sequence, scanned })),
        at: instantOf(request, scene.now),
        terms,
        ...queryFacts(counted[0]?.asked, best.length, isCut),
      }
    }
    return yield* new StoreError({ operation: "recall", reason: new Moved() })
  })

interface Counted {
  readonly owner: Owner
  readonly sequence: number
  readonly scanned: number
  readonly asked: QueryTerms | undefined
  readonly terms: ReadonlyArray<TermFacts>
}

const countOwner = (
  { indexes, ...scene }: ReachScene,
  owner: Owner,
  query: string,
  request: RankRequest,
): Effect.Effect<Counted, StoreError> =>
  indexes.read(owner, (view, index, pause) =>
    Effect.map(
      rankView({ view, index, pause, ...scene }, query, request, undefined),
      ({ visible, asked, terms }) => ({
        owner,
        sequence: view.sequence,
        scanned: visible.count,
        asked,
        terms,
      }),
    ),
  )

const addUp = (counted: ReadonlyArray<Counted>): ReadonlyArray<TermFacts> => {
  const scanned = counted.reduce((sum, each) => sum + each.scanned, 0)
  return (counted[0]?.terms ?? []).map(({ term }, i) => {
    const memories = counted.reduce((sum, { terms }) => sum + (terms[i]?.memories ?? 0), 0)
    return { term, memories, weight: memories === 0 ? 0 : termWeight(scanned, memories) }
  })
}

interface PlacedHit extends Place {
  readonly hit: ReachHit
}

const compareHits = (a: PlacedHit, b: PlacedHit): number =>
  comparePlaces({ ...a, key: "" }, { ...b, key: "" }) ||
  compareText(formatOwner(a.hit.owner), formatOwner(b.hit.owner)) ||
  compareText(a.key, b.key)

const rankOwner = (
  { indexes, ...scene }: ReachScene,
  owner: Owner,
  query: string,
  request: RankRequest,
  counts: Counts,
): Effect.Effect<
  {
    readonly sequence: number
    readonly isCut: boolean
    readonly hits: ReadonlyArray<PlacedHit>
  },
  StoreError
> =>
  indexes.read(owner, (view, index, pause) =>
    Effect.gen(function* () {
      const { visible, leastQueryPart } = yield* rankView(
        { view, index, pause, ...scene },
        query,
        request,
        undefined,
        { counts },
      )
      const isCut = applyFloor(index, leastQueryPart)
      const { best } = yield* rankMemories(index, view, visible.bytes, request.k, undefined)
      const records = yield* readSlots(
        view,
        best.map(({ slot }) => slot),
      )
      const memories = yield* recordsToMemories(view, records)
      const hits = memories.flatMap((memory, i) => {
        const place = best[i]
        if (place === undefined) return []
        const { score, duplicates, slot } = place
        return [
          { ...place, hit: { owner, memory, score, parts: partsOf(index, slot), duplicates } },
        ]
      })
      return { sequence: view.sequence, isCut, hits }
    }),
  )
