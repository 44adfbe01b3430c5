/**
 * The visible set for a request, from the cache where it is still good.
 *
 * @module
 */
import { type Audience, audienceKeys, type Status } from "@reminisce/schema"
import { compareText, type EpochMillis, type StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { ACTIVE, statusNumber } from "./ColumnPage.ts"
import { POSTINGS_SPACE } from "./IndexHead.ts"
import { aspectFeature, subjectFeature } from "./memoryTerms.ts"
import type { OwnerIndex } from "./OwnerIndex.ts"
import { decodeWhole } from "./PostingBlock.ts"
import { readKeys } from "./slotKeys.ts"
import { makeVisibleSet, type VisibleSet } from "./VisibleSet.ts"

export interface VisibleRequest {
  readonly audience: Audience
  readonly aspects: ReadonlyArray<string> | undefined
  readonly asOf: EpochMillis | undefined
  readonly at: EpochMillis | null
  /** See `Visibility`. */
  readonly isReading: boolean
}

/** Sets one owner keeps. */
const KEPT_SETS = 4

export const findVisible = (
  index: OwnerIndex,
  view: View,
  request: VisibleRequest,
): Effect.Effect<VisibleSet, StoreError> =>
  request.audience.length === 0
    ? visibleTo(index, view, request, [])
    : Effect.flatMap(audienceKeys(view, request.audience), (keys) =>
        visibleTo(index, view, request, [...keys].sort(compareText)),
      )

const visibleTo = (
  index: OwnerIndex,
  view: View,
  request: VisibleRequest,
  subjects: ReadonlyArray<string>,
): Effect.Effect<VisibleSet, StoreError> => {
  const { aspects, asOf, at, isReading } = request
  const name = JSON.stringify([subjects, aspects ?? null, asOf ?? null, at === null, isReading])
  const kept = index.visible.get(name)
  if (kept !== undefined && (at === null || (kept.since <= at && at < kept.until))) {
    keep(index, name, kept)
    return Effect.succeed(kept)
  }
  return Effect.map(makeVisible(index, view, request, subjects), (made) => {
    keep(index, name, made)
    return made
  })
}

const keep = ({ visible }: OwnerIndex, name: string, set: VisibleSet): void => {
  visible.delete(name)
  visible.set(name, set)
  for (const oldest of visible.keys()) {
    if (visible.size <= KEPT_SETS) break
    visible.delete(oldest)
  }
}

const makeVisible = (
  index: OwnerIndex,
  view: View,
  { aspects, asOf, at, isReading }: VisibleRequest,
  subjects: ReadonlyArray<string>,
): Effect.Effect<VisibleSet, StoreError> =>
  Effect.gen(function* () {
    return makeVisibleSet(index, {
      at,
      subjects: yield* featureSlots(index, view, subjects.map(subjectFeature)),
      aspects:
        aspects === undefined
          ? undefined
          : yield* featureSlots(index, view, aspects.map(aspectFeature)),
      isReading,
      isAffectiveAsked: aspects?.includes("affective") ?? false,
      past:
        asOf === undefined
          ? undefined
          : { at: asOf, statuses: yield* statusesAt(index, view, asOf) },
    })
  })

const featureSlots = (
  index: OwnerIndex,
  view: View,
  features: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<Uint32Array>, StoreError> =>
  features.length === 0
    ? Effect.succeed([])
    : Effect.map(view.pages(POSTINGS_SPACE, features), (all) =>
        all.map((pages) => {
          let count = 0
          for (const { number, bytes } of pages) {
            count = decodeWhole(bytes, number, index.scratch.hits, count)
          }
          return index.scratch.hits.slice(0, count)
        }),
      )

/** The status at a past instant of each memory whose status has moved since, by slot. */
export const statusesAt = (
  index: OwnerIndex,
  view: View,
  instant: EpochMillis,
): Effect.Effect<ReadonlyMap<number, number>, StoreError> =>
  Effect.gen(function* () {
    const { changes, changedAt } = index.columns
    const statuses = new Map<number, number>()
    const often: Array<number> = []
    for (let slot = 0; slot < index.slots; slot++) {
      if ((changedAt[slot] as number) <= instant) continue
      statuses.set(slot, ACTIVE)
      if ((changes[slot] as number) > 1) often.push(slot)
    }
    if (often.length === 0) return statuses
    const keyOf = yield* readKeys(index, view, often)
    const asked = often.flatMap((slot) =>
      Array.from({ length: changes[slot] as number }, (_, i) => `${keyOf(slot)}#${i + 1}`),
    )
    const moves = new Map(
      (yield* view.get("statusChange", asked)).flatMap((move) =>
        move === undefined ? [] : [[move.key, move.attributes] as const],
      ),
    )
    for (const slot of often) {
      for (let i = 1; i <= (changes[slot] as number); i++) {
        const move = moves.get(`${keyOf(slot)}#${i}`)
        if (move === undefined || Number(move.at) > instant) break
        statuses.set(slot, statusNumber(String(move.status) as Status))
      }
    }
    return statuses
  })
