/**
 * Why a query does not answer a memory: the first of its conditions that does not hold, or the
 * place it has.
 *
 * @module
 */
import { audienceKeys, isVisible, NotFound, STATUSES, texts } from "@reminisce/schema"
import { allLinked, type StoreError, type StoreRecord, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { ACTIVE, FLAG } from "./internal/ColumnPage.ts"
import { statusesAt } from "./internal/findVisible.ts"
import { memoryTerms } from "./internal/memoryTerms.ts"
import { rankMemories } from "./internal/rankMemories.ts"
import { instantOf, partsOf, type Ranking, type RankScene, rankView } from "./internal/rankView.ts"
import { comparePlaces } from "./internal/selectTop.ts"
import { readKeys } from "./internal/slotKeys.ts"
import type { WhyNot } from "./RecallAnswer.ts"
import type { RankRequest } from "./RecallOptions.ts"

/** Terms of the memory that are shown. */
const TERMS_SHOWN = 256

export const explainMiss = (
  scene: RankScene,
  query: string,
  key: string,
  request: RankRequest,
): Effect.Effect<WhyNot, NotFound | StoreError> =>
  Effect.gen(function* () {
    const { view } = scene
    const [record] = yield* view.get("memory", [key])
    const audience = yield* audienceKeys(view, request.audience)
    // Whoever may not see it may not learn that it exists.
    if (record === undefined || !isVisible(record, audience)) return yield* new NotFound()
    const barred = yield* findBar(scene, record, request, audience)
    if (barred !== undefined) return barred
    const ranking = yield* rankView(scene, query, request, undefined)
    return yield* findPlace(scene, record, request, ranking)
  })

/** The condition that keeps it out of the visible set. */
const findBar = (
  { view, index, now }: RankScene,
  record: StoreRecord,
  request: RankRequest,
  audience: ReadonlySet<string>,
): Effect.Effect<WhyNot | undefined, StoreError> =>
  Effect.gen(function* () {
    const { columns } = index
    const slot = record.slot ?? 0
    const { asOf } = request
    const recordedAt = columns.recordedAt[slot] as number
    if (asOf !== undefined && recordedAt > asOf) {
      return { outcome: "not-yet-recorded" as const, recordedAt }
    }
    const then = asOf === undefined ? undefined : yield* statusesAt(index, view, asOf)
    const standing = then?.get(slot) ?? (columns.status[slot] as number)
    if (standing !== ACTIVE) {
      return {
        outcome: "not-active" as const,
        status: STATUSES[standing] ?? "withdrawn",
        supersededBy: yield* readSuccessors(view, record, audience),
      }
    }
    const aspects = texts(record.attributes.aspects)
    const asked = request.aspects
    const isAsked = asked === undefined || aspects.some((aspect) => asked.includes(aspect))
    const flags = columns.flags[slot] as number
    const isHidden =
      (flags & FLAG.persona) !== 0 ||
      ((flags & FLAG.affective) !== 0 && asked?.includes("affective") !== true)
    if (!isAsked || isHidden) return { outcome: "other-aspects" as const, aspects }
    const at = instantOf(request, now)
    const validFrom = columns.validFrom[slot] as number
    const validTo = columns.validTo[slot] as number
    if (at === null || (validFrom <= at && at < validTo)) return undefined
    return {
      outcome: "outside-validity" as const,
      at,
      ...(Number.isFinite(validFrom) ? { validFrom } : {}),
      ...(Number.isFinite(validTo) ? { validTo } : {}),
    }
  })

const readSuccessors = (
  view: View,
  record: StoreRecord,
  audience: ReadonlySet<string>,
): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  Effect.gen(function* () {
    const links = yield* allLinked(view, "supersession", "older", [record])
    const keys = links.flatMap(({ ends }) => ends.newer?.key ?? [])
    const newer = keys.length === 0 ? [] : yield* view.get("memory", keys)
    return newer.flatMap((each) =>
      each !== undefined && isVisible(each, audience) ? [each.key] : [],
    )
  })

/** Where the ranking puts it, if anywhere. */
const findPlace = (
  { view, index, analyser }: RankScene,
  record: StoreRecord,
  request: RankRequest,
  { visible, terms, leastQueryPart }: Ranking,
): Effect.Effect<WhyNot, StoreError> =>
  Effect.gen(function* () {
    const slot = record.slot ?? 0
    const { score } = index.scratch
    const mine = score[slot] as number
    if (mine === 0) {
      const own = memoryTerms(analyser, record.attributes).filter((term) => !term.startsWith("@@"))
      return {
        outcome: "no-common-term" as const,
        terms,
        memoryTerms: own.slice(0, TERMS_SHOWN),
      }
    }
    const { rank, of } = yield* countPlaces(view, index, visible.bytes, slot)
    const parts = partsOf(index, slot)
    const facts = { rank, of, score: mine, parts, terms }
    if (parts.query < leastQueryPart) return { outcome: "below-floor" as const, ...facts }
    const { best } = yield* rankMemories(index, view, visible.bytes, request.k, undefined)
    if (best.some((each) => each.slot === slot)) return { outcome: "answered" as const, ...facts }
    const first = best.find(({ duplicates }) => duplicates.includes(record.key))
    return first === undefined
      ? { outcome: "further-down" as const, ...facts }
      : { outcome: "duplicate" as const, of: first.key }
  })

const countPlaces = (
  view: View,
  index: RankScene["index"],
  visible: Uint8Array,
  mine: number,
): Effect.Effect<{ readonly rank: number; readonly of: number }, StoreError> =>
  Effect.gen(function* () {
    const { score } = index.scratch
    const { ownTime } = index.columns
    const rankOf = (slot: number) => ({
      score: score[slot] as number,
      ownTime: ownTime[slot] as number,
      key: "",
    })
    const own = rankOf(mine)
    const equals: Array<number> = []
    let before = 0
    let of = 0
    for (let slot = 0; slot < index.slots; slot++) {
      if (score[slot] === 0 || visible[slot] !== 1) continue
      of++
      const order = comparePlaces(rankOf(slot), own)
      if (order < 0) before++
      else if (order === 0 && slot !== mine) equals.push(slot)
    }
    const keyOf = yield* readKeys(index, view, [mine, ...equals])
    const key = keyOf(mine)
    for (const slot of equals) {
      if (comparePlaces({ ...own, key: keyOf(slot) }, { ...own, key }) < 0) before++
    }
    return { rank: before + 1, of }
  })
