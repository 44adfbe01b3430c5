/**
 * One page of the ranking: the best behind a place, each with the matches that say the same.
 *
 * @module
 */
import type { StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { slotsWithCopies } from "./copyTable.ts"
import { type OwnerIndex, scoredStretches } from "./OwnerIndex.ts"
import { comparePlaces, findBest, type Place } from "./selectTop.ts"
import { readKeys } from "./slotKeys.ts"

/** Duplicates named beside a memory; there may be more. */
const DUPLICATES_NAMED = 32

export interface Ranked extends Place {
  readonly slot: number
  readonly duplicates: ReadonlyArray<string>
}

export interface RankedPage {
  readonly best: ReadonlyArray<Ranked>
  readonly isMore: boolean
}

/** Ranks what `scoreMemories` left in the scratch scores. */
export const rankMemories = (
  index: OwnerIndex,
  view: View,
  visible: Uint8Array,
  k: number,
  after: Place | undefined,
): Effect.Effect<RankedPage, StoreError> =>
  // One more than asked for tells whether there are more; copies may use up the rest, then we look deeper.
  rankFirst(index, view, { visible, k, after, most: k + 1 })

interface Wanted {
  readonly visible: Uint8Array
  readonly k: number
  readonly after: Place | undefined
  /** Matches looked at. */
  readonly most: number
}

const rankFirst = (
  index: OwnerIndex,
  view: View,
  wanted: Wanted,
): Effect.Effect<RankedPage, StoreError> => {
  const { visible, k, after, most } = wanted
  const slots = findBest(index, visible, most, after)
  return Effect.flatMap(readKeys(index, view, slots), (keyOf) => {
    const placed = slots
      .map((slot) => placeOf(index, slot, keyOf(slot)))
      .filter((place) => after === undefined || comparePlaces(after, place) < 0)
      .sort(comparePlaces)
    const copies = findCopies(index, visible, placed)
    return Effect.flatMap(readKeys(index, view, [...copies.values()].flat()), (keyOfCopy) => {
      const chosen: Array<Ranked> = []
      for (const place of placed) {
        const same = (copies.get(place.slot) ?? [])
          .map((slot) => placeOf(index, slot, keyOfCopy(slot)))
          .sort(comparePlaces)
        const first = same[0]
        if (first !== undefined && comparePlaces(first, place) < 0) continue
        const duplicates = same.slice(0, DUPLICATES_NAMED).map(({ key }) => key)
        chosen.push({ ...place, duplicates })
        if (chosen.length > k) break
      }
      return chosen.length > k || slots.length < most
        ? Effect.succeed({ best: chosen.slice(0, k), isMore: chosen.length > k })
        : rankFirst(index, view, { ...wanted, most: most * 4 })
    })
  })
}

const placeOf = (
  { scratch, columns }: OwnerIndex,
  slot: number,
  key: string,
): Place & { readonly slot: number } => ({
  slot,
  score: scratch.score[slot] as number,
  ownTime: columns.ownTime[slot] as number,
  key,
})

/** Other matches with the digests of each place's words and terms, by the place's slot. */
const findCopies = (
  index: OwnerIndex,
  visible: Uint8Array,
  placed: ReadonlyArray<{ readonly slot: number }>,
): ReadonlyMap<number, ReadonlyArray<number>> => {
  const { wordsDigest, termsDigest } = index.columns
  const mayHaveCopy = slotsWithCopies(index.copies, wordsDigest, index.slots)
  const { score } = index.scratch
  // A memory whose words are gone is nobody's copy, though it may have been one.
  const doubtful = placed.filter(({ slot }) => mayHaveCopy?.[slot] !== 0 && wordsDigest[slot] !== 0)
  if (doubtful.length === 0) return new Map()
  const byDigest = new Map<number, Array<number>>()
  for (const { slot } of doubtful) byDigest.set(wordsDigest[slot] as number, [])
  for (const [from, to] of scoredStretches(index)) {
    for (let slot = from; slot < to; slot++) {
      if (mayHaveCopy?.[slot] === 0 || score[slot] === 0 || visible[slot] !== 1) continue
      byDigest.get(wordsDigest[slot] as number)?.push(slot)
    }
  }
  return new Map(
    doubtful.map(({ slot }) => [
      slot,
      (byDigest.get(wordsDigest[slot] as number) ?? []).filter(
        (other) => other !== slot && termsDigest[other] === termsDigest[slot],
      ),
    ]),
  )
}
