/**
 * Recall: what an agent remembers about a question, all of it considered, in an order that follows
 * from the store and the query alone. It changes nothing in the store but the index it reads.
 *
 * @module
 */
import { Analyser } from "@reminisce/analyser"
import { decodeOwner, Invalid, type NotFound, type TooLarge } from "@reminisce/schema"
import {
  MemoryStore,
  Moved,
  type Owner,
  quietSpan,
  StoreError,
  takeSteps,
  type View,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { decodeListCursor, decodeRankCursor } from "./internal/cursor.ts"
import type { OwnerIndex } from "./internal/OwnerIndex.ts"
import { makeOwnerIndexes } from "./internal/OwnerIndexes.ts"
import { RankingRules } from "./RankingRules.ts"
import type { ListAnswer, ReachAnswer, RecallAnswer, TrailsAnswer, WhyNot } from "./RecallAnswer.ts"
import {
  decodeInstant,
  decodeKey,
  decodeListOptions,
  decodeQuery,
  decodeRankOptions,
  decodeRecallOptions,
  type ListOptions,
  type RankOptions,
  type RecallOptions,
} from "./RecallOptions.ts"
import { findListed, readListed } from "./readAsOf.ts"
import { findRecallList, recallList, recallMemories } from "./recallMemories.ts"
import { checkReach, recallReach } from "./recallReach.ts"
import { recallTrails } from "./recallTrails.ts"
import { explainMiss } from "./whyNot.ts"

export interface RecallConfig {
  /** Memories whose columns are held in memory, all owners together, about 100 bytes each; 1 or more. Default 2,000,000. */
  readonly residentMemories: number
  /**
   * Memories of one owner from which on a recall reads and scores in steps, between which others have
   * their turn, and begins anew when the owner is written to meanwhile; 0 or more. Default 100,000.
   */
  readonly steppedFrom?: number
  /**
   * Keeps the index of a store that keeps no pages, such as a file of this machine; this engine must
   * be its only writer. Default: this process's memory, where each process makes the index anew.
   */
  readonly indexStore?: MemoryStore["Service"]
}

const STEPPED_FROM = 100_000

export const RecallConfig: Context.Reference<RecallConfig> = Context.Reference(
  "@reminisce/recall-engine/Recall/RecallConfig",
  { defaultValue: (): RecallConfig => ({ residentMemories: 2_000_000 }) },
)

type Refusal = Invalid | TooLarge | StoreError

export class Recall extends Context.Service<
  Recall,
  {
    /**
     * The best memories for a query, or, for null, those the focus brings in; with `list` all of
     * them by time. A query of more than 32 distinct terms is cut to the most telling, and says so.
     */
    readonly recall: (
      owner: Owner,
      query: string | null,
      options?: RecallOptions,
    ) => Effect.Effect<RecallAnswer, Refusal>
    /** One ranking over up to 64 owners, which the host has made sure the caller may read. */
    readonly reach: (
      owners: ReadonlyArray<Owner>,
      query: string,
      options?: RankOptions,
    ) => Effect.Effect<ReachAnswer, Refusal>
    /** The trails (conversations, sessions) that speak of a query, the best `k` of all of them. */
    readonly recallTrails: (
      owner: Owner,
      query: string,
      options?: RankOptions,
    ) => Effect.Effect<TrailsAnswer, Refusal>
    /** Why a query does not answer a memory. `NotFound` for one the audience may not see. */
    readonly whyNot: (
      owner: Owner,
      query: string,
      key: string,
      options?: RankOptions,
    ) => Effect.Effect<WhyNot, Refusal | NotFound>
    /** Every active memory the audience may see, valid now or not. */
    readonly listMemories: (
      owner: Owner,
      options?: ListOptions,
    ) => Effect.Effect<ListAnswer, Refusal>
    /**
     * What was recorded by an instant and current then, active or inactive, persona strands too,
     * with the status of then. Words erased since are gone; counters are today's.
     */
    readonly asOf: (
      owner: Owner,
      instant: number | string,
      options?: ListOptions,
    ) => Effect.Effect<ListAnswer, Refusal>
    /** Makes the owner's index anew, from one another analyser or version made if need be. */
    readonly reindex: (owner: Owner) => Effect.Effect<void, Refusal>
  }
>()("@reminisce/recall-engine/Recall") {
  static readonly layer: Layer.Layer<Recall, Invalid, MemoryStore | Analyser> = Layer.effect(
    Recall,
    Effect.suspend(() => makeRecall),
  )
}

const makeRecall = Effect.gen(function* () {
  const store = yield* MemoryStore
  const analyser = yield* Analyser
  const { residentMemories, steppedFrom = STEPPED_FROM, indexStore } = yield* RecallConfig
  if (!Number.isSafeInteger(residentMemories) || residentMemories < 1)
    return yield* new Invalid({ field: "residentMemories", rule: "out-of-range" })
  if (!Number.isSafeInteger(steppedFrom) || steppedFrom < 0)
    return yield* new Invalid({ field: "steppedFrom", rule: "out-of-range" })
  const rules = yield* RankingRules
  const indexes = makeOwnerIndexes({
    store,
    analyser,
    mostSlots: residentMemories,
    steppedFrom,
    beside: indexStore,
  })
  /** A list: what it shows is found in the index, and then read in steps where it is long. */
  const list = <S, A>(
    owner: Owner,
    find: (view: View, index: OwnerIndex) => Effect.Effect<S, StoreError>,
    page: (view: View, found: S) => Effect.Effect<A, StoreError>,
  ): Effect.Effect<A, StoreError> =>
    takeSteps(store, owner, {
      whole: (through) =>
        indexes.read(owner, (view, index) =>
          Effect.flatMap(find(view, index), (found) => page(through(view), found)),
        ),
      inSteps: (view) =>
        Effect.flatMap(
          indexes.read(owner, (held, index) =>
            held.sequence === view.sequence
              ? find(held, index)
              : Effect.fail(new StoreError({ operation: "recall", reason: new Moved() })),
          ),
          (found) => page(view, found),
        ),
    })
  return Recall.of({
    recall: Effect.fnUntraced(function* (owner, query, options) {
      const of = yield* decodeOwner(owner)
      const request = yield* decodeRecallOptions(options)
      const text = yield* decodeQuery(query)
      const now = yield* Clock.currentTimeMillis
      if (request.list) {
        if (text !== undefined) return yield* new Invalid({ field: "list", rule: "with-query" })
        const after =
          request.after === undefined ? undefined : yield* decodeListCursor(request.after)
        return yield* list(
          of,
          (view, index) => findRecallList({ view, index, now }, request),
          (view, found) => recallList(view, found, request, now, after),
        )
      }
      const after = request.after === undefined ? undefined : yield* decodeRankCursor(request.after)
      return yield* indexes.read(of, (view, index, pause) =>
        recallMemories({ view, index, analyser, rules, now, pause }, text, request, after),
      )
    }, quietSpan("Recall.recall")),
    reach: Effect.fnUntraced(function* (owners, query, options) {
      const all = yield* checkReach(yield* Effect.forEach(owners, decodeOwner))
      const request = yield* decodeRankOptions(options)
      const text = (yield* decodeQuery(query)) ?? ""
      const now = yield* Clock.currentTimeMillis
      return yield* recallReach({ indexes, analyser, rules, now }, all, text, request)
    }, quietSpan("Recall.reach")),
    recallTrails: Effect.fnUntraced(function* (owner, query, options) {
      const of = yield* decodeOwner(owner)
      const request = yield* decodeRankOptions(options)
      const text = (yield* decodeQuery(query)) ?? ""
      const now = yield* Clock.currentTimeMillis
      return yield* indexes.read(of, (view, index, pause) =>
        recallTrails({ view, index, analyser, rules, now, pause }, text, request),
      )
    }, quietSpan("Recall.recallTrails")),
    whyNot: Effect.fnUntraced(function* (owner, query, key, options) {
      const of = yield* decodeOwner(owner)
      const request = yield* decodeRankOptions(options)
      const text = (yield* decodeQuery(query)) ?? ""
      const asked = yield* decodeKey(key)
      const now = yield* Clock.currentTimeMillis
      return yield* indexes.read(of, (view, index, pause) =>
        explainMiss({ view, index, analyser, rules, now, pause }, text, asked, request),
      )
    }, quietSpan("Recall.whyNot")),
    listMemories: Effect.fnUntraced(function* (owner, options) {
      const of = yield* decodeOwner(owner)
      const request = yield* decodeListOptions(options)
      const after = request.after === undefined ? undefined : yield* decodeListCursor(request.after)
      return yield* list(
        of,
        (view, index) => findListed(view, index, undefined, request),
        (view, found) => readListed(view, found, request, after),
      )
    }, quietSpan("Recall.listMemories")),
    asOf: Effect.fnUntraced(function* (owner, instant, options) {
      const of = yield* decodeOwner(owner)
      const at = yield* decodeInstant(instant)
      const request = yield* decodeListOptions(options)
      const after = request.after === undefined ? undefined : yield* decodeListCursor(request.after)
      return yield* list(
        of,
        (view, index) => findListed(view, index, at, request),
        (view, found) => readListed(view, found, request, after),
      )
    }, quietSpan("Recall.asOf")),
    reindex: Effect.fnUntraced(function* (owner) {
      return yield* indexes.rebuild(yield* decodeOwner(owner))
    }, quietSpan("Recall.reindex")),
  })
})
