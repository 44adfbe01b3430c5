/**
 * The best of what was scored, in the one order there is: score, then own time, the later first,
 * then key by UTF-8 bytes.
 *
 * @module
 */
import { compareText } from "@reminisce/store"
import { type OwnerIndex, STRETCH, STRETCH_BITS, scoredStretches } from "./OwnerIndex.ts"

/** A place in the order. */
export interface Place {
  readonly score: number
  /** -Infinity for a memory without one, which comes last among equals. */
  readonly ownTime: number
  readonly key: string
}

/** Below 0 when `a` comes first. */
export const comparePlaces = (a: Place, b: Place): number =>
  compareRanks(a, b) || compareText(a.key, b.key)

type Rank = Omit<Place, "key">

const compareRanks = (a: Rank, b: Rank): number =>
  b.score - a.score || (a.ownTime === b.ownTime ? 0 : a.ownTime > b.ownTime ? -1 : 1)

/**
 * Slots, in no order: the best `most` behind `after`, and all that only their keys could keep out
 * of these. Scores of 0 are no hits.
 */
export const findBest = (
  index: OwnerIndex,
  visible: Uint8Array,
  most: number,
  after: Rank | undefined,
): ReadonlyArray<number> => {
  const { largest } = index.scratch
  const floor = after === undefined ? leastOfBest(index, visible, most) : 1
  const search: Search = { most, after, best: [], candidates: [], floor }
  for (const [from, to] of scoredStretches(index)) {
    if (after !== undefined) searchStretch(index, visible, search, from, to)
    else {
      for (let start = from; start < to; start += STRETCH) {
        if ((largest[start >> STRETCH_BITS] as number) < search.floor) continue
        searchStretch(index, visible, search, start, Math.min(to, start + STRETCH))
      }
    }
  }
  const { best, candidates } = search
  const last = best.length === most ? best[most - 1] : undefined
  return last === undefined
    ? candidates
    : candidates.filter((slot) => compareRanks(rankOf(index, slot), last) <= 0)
}

/**
 * A score that at least `most` visible memories have or exceed, or 1 where there is no telling: as
 * many stretches have their largest there, which is left in the scratch. Known beforehand it spares
 * nearly every candidate and nearly every stretch.
 */
const leastOfBest = (index: OwnerIndex, visible: Uint8Array, most: number): number => {
  const { score, largest } = index.scratch
  const maxima: Array<number> = []
  for (const [from, to] of scoredStretches(index)) {
    for (let start = from; start < to; start += STRETCH) {
      const found = largestSeen(score, visible, start, Math.min(to, start + STRETCH))
      largest[start >> STRETCH_BITS] = found
      if (found > 0) maxima.push(found)
    }
  }
  if (maxima.length < most) return 1
  return maxima.sort((a, b) => b - a)[most - 1] ?? 1
}

const largestSeen = (score: Int32Array, visible: Uint8Array, from: number, to: number): number => {
  let largest = 0
  for (let slot = from; slot < to; slot++) {
    const found = score[slot] as number
    if (found > largest && visible[slot] === 1) largest = found
  }
  return largest
}

interface Search {
  readonly most: number
  readonly after: Rank | undefined
  /** The best so far, sorted, at most `most`. */
  readonly best: Array<Rank>
  /** All that were good enough when they came by. */
  readonly candidates: Array<number>
  /** Least score that still is. */
  floor: number
}

const searchStretch = (
  index: OwnerIndex,
  visible: Uint8Array,
  search: Search,
  from: number,
  to: number,
): void => {
  const { score } = index.scratch
  let { floor } = search
  for (let slot = from; slot < to; slot++) {
    if ((score[slot] as number) < floor || visible[slot] !== 1) continue
    takeCandidate(search, slot, rankOf(index, slot))
    floor = search.floor
  }
}

const takeCandidate = (search: Search, slot: number, rank: Rank): void => {
  const { most, after, best, candidates } = search
  if (after !== undefined && compareRanks(after, rank) > 0) return
  candidates.push(slot)
  insertRank(best, rank, most)
  if (best.length === most) search.floor = best[most - 1]?.score ?? search.floor
}

const rankOf = ({ scratch, columns }: OwnerIndex, slot: number): Rank => ({
  score: scratch.score[slot] as number,
  ownTime: columns.ownTime[slot] as number,
})

/** Keeps `best` sorted and no longer than `most`. */
const insertRank = (best: Array<Rank>, rank: Rank, most: number): void => {
  const last = best[most - 1]
  if (last !== undefined && compareRanks(rank, last) >= 0) return
  let low = 0
  let high = best.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = best[middle]
    if (at !== undefined && compareRanks(at, rank) <= 0) low = middle + 1
    else high = middle
  }
  best.splice(low, 0, rank)
  if (best.length > most) best.pop()
}
