/**
 * One recall in one view: score everything the audience may see, answer the best with what became
 * of every cause.
 *
 * @module
 */
import { type Memory, recordsToMemories } from "@reminisce/schema"
import {
  allLinked,
  type EpochMillis,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { emptyFocus, type Focus, isFocusOf, nextFocus } from "./Focus.ts"
import { encodeListCursor, encodeRankCursor, type ListPlace } from "./internal/cursor.ts"
import { findVisible } from "./internal/findVisible.ts"
import { listVisible } from "./internal/listVisible.ts"
import { rankMemories } from "./internal/rankMemories.ts"
import {
  applyFloor,
  instantOf,
  partsOf,
  queryFacts,
  type RankScene,
  rankView,
} from "./internal/rankView.ts"
import type { Place } from "./internal/selectTop.ts"
import type { RecallAnswer } from "./RecallAnswer.ts"
import type { RecallRequest } from "./RecallOptions.ts"

export const recallMemories = (
  scene: RankScene,
  query: string | undefined,
  request: RecallRequest,
  after: Place | undefined,
): Effect.Effect<RecallAnswer, StoreError> =>
  Effect.gen(function* () {
    const { view, index } = scene
    const { focus, reset } = focusOf(view, request)
    const ranking = yield* rankView(scene, query, request, focus)
    const isCut = applyFloor(index, ranking.leastQueryPart)
    const { best, isMore } = yield* rankMemories(
      index,
      view,
      ranking.visible.bytes,
      request.k,
      after,
    )
    const records = yield* readSlots(
      view,
      best.map(({ slot }) => slot),
    )
    const last = best[best.length - 1]
    const turn = { terms: ranking.asked?.terms ?? [], records }
    return {
      memories: yield* readMemories(view, records, request),
      scores: best.map(({ score }) => score),
      parts: best.map(({ slot }) => partsOf(index, slot)),
      duplicates: best.map(({ duplicates }) => duplicates),
      scanned: ranking.visible.count,
      due: [],
      focus: request.asOf === undefined ? yield* turnFocus(view, focus, turn) : focus,
      ...reset,
      at: ranking.at,
      terms: ranking.terms,
      ...queryFacts(ranking.asked, best.length, isCut),
      ...(isMore && last !== undefined ? { next: encodeRankCursor(last) } : {}),
    }
  })

/** What a recall that lists may see, as it stood at one sequence; the bytes are a copy. */
interface ListedSet {
  readonly visible: Uint8Array
  readonly scanned: number
}

export const findRecallList = (
  { view, index, now }: Pick<RankScene, "view" | "index" | "now">,
  request: RecallRequest,
): Effect.Effect<ListedSet, StoreError> => {
  const at = instantOf(request, now)
  return Effect.map(
    findVisible(index, view, { ...request, at, isReading: false }),
    ({ bytes, count }) => ({ visible: bytes.slice(), scanned: count }),
  )
}

/** A recall without a query that lists what is kept, by time of recording; in a view of the same sequence. */
export const recallList = (
  view: View,
  { visible, scanned }: ListedSet,
  request: RecallRequest,
  now: EpochMillis,
  after: ListPlace | undefined,
): Effect.Effect<RecallAnswer, StoreError> =>
  Effect.gen(function* () {
    const { focus, reset } = focusOf(view, request)
    const { records, next } = yield* listVisible(view, visible, request.k, after)
    return {
      memories: yield* readMemories(view, records, request),
      scores: records.map(() => 0),
      parts: records.map(() => ({ query: 0, focus: 0, affect: 0, persona: 0 })),
      duplicates: records.map(() => []),
      scanned,
      due: [],
      focus,
      ...reset,
      at: instantOf(request, now),
      terms: [],
      ...(next === undefined ? {} : { next: encodeListCursor(next) }),
    }
  })

/** The focus given, or a fresh one in place of none and of another's. */
const focusOf = (
  { owner }: View,
  { focus, audience }: RecallRequest,
): { readonly focus: Focus; readonly reset: { readonly focusReset?: true } } =>
  focus !== undefined && isFocusOf(focus, owner, audience)
    ? { focus, reset: {} }
    : {
        focus: emptyFocus(owner, audience),
        reset: focus === undefined ? {} : { focusReset: true },
      }

export const readSlots = (
  view: View,
  slots: ReadonlyArray<number>,
): Effect.Effect<ReadonlyArray<StoreRecord>, StoreError> =>
  slots.length === 0
    ? Effect.succeed([])
    : Effect.map(view.atSlots("memory", slots), (records) =>
        records.filter((record) => record !== undefined),
      )

/** As they stood at a past moment: whatever recall answers was active then. */
const readMemories = (
  view: View,
  records: ReadonlyArray<StoreRecord>,
  { asOf }: RecallRequest,
): Effect.Effect<ReadonlyArray<Memory>, StoreError> =>
  Effect.map(recordsToMemories(view, records), (memories) =>
    asOf === undefined ? memories : memories.map((memory) => ({ ...memory, status: "active" })),
  )

/** The session one turn on: the query's terms, the memories answered and the sources they cite. */
const turnFocus = (
  view: View,
  focus: Focus,
  turn: { readonly terms: ReadonlyArray<string>; readonly records: ReadonlyArray<StoreRecord> },
): Effect.Effect<Focus, StoreError> => {
  const { terms, records } = turn
  const memories = records.map(({ key }) => key)
  return Effect.map(readSources(view, records), (sources) =>
    nextFocus(focus, { terms, memories, sources, surfaced: [] }),
  )
}

/** References of the sources the memories cite. */
const readSources = (
  view: View,
  records: ReadonlyArray<StoreRecord>,
): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  records.length === 0
    ? Effect.succeed([])
    : Effect.flatMap(allLinked(view, "citation", "citing", records), (citations) => {
        const cited = [...new Set(citations.flatMap(({ ends }) => ends.cited?.key ?? []))]
        return cited.length === 0
          ? Effect.succeed([])
          : Effect.map(view.get("source", cited), (sources) =>
              sources.flatMap((source) =>
                source === undefined ? [] : String(source.attributes.reference),
              ),
            )
      })
