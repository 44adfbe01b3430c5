/**
 * What a whole trail is worth to a query: its best memory, and how much of the query its memories speak
 * of, a word weighing the more the fewer trails have it.
 *
 * @module
 */
import { termWeight } from "../termWeight.ts"
import { OWN } from "./echo.ts"
import { type OwnerIndex, scoredStretches } from "./OwnerIndex.ts"

/** How quickly more memories with the same word stop counting: two are worth 3/2 of one, many 3. */
const SATURATION = 2
/** A word of the trail against the same word of its best memory. */
const COVERAGE = 2

export interface TrailScore {
  /** Best of its memories, several where only their keys tell which comes first. */
  readonly best: ReadonlyArray<number>
  readonly score: number
  /** The best's. */
  readonly ownTime: number
}

export interface TrailSums {
  /** Takes note of a term's visible slots, the first `count` of the scratch hits. */
  readonly note: (count: number) => void
  /** The trails with a score, in no order, once all terms are noted and all memories scored. */
  readonly sums: () => ReadonlyArray<TrailScore>
  /** Trails with a visible memory; one outside any trail stands for itself. */
  readonly count: number
}

export const makeTrailSums = (index: OwnerIndex, visible: Uint8Array): TrailSums => {
  const { head } = index.columns
  const count = countTrails(index, visible)
  const covered = new Map<number, number>()
  return {
    count,
    note: (hits) => {
      const having = new Map<number, number>()
      for (let i = 0; i < hits; i++) {
        const trail = head[index.scratch.hits[i] as number] as number
        having.set(trail, (having.get(trail) ?? 0) + 1)
      }
      if (having.size === 0) return
      const weight = COVERAGE * OWN * termWeight(count, having.size)
      for (const [trail, memories] of having) {
        const worth = Math.floor((weight * (1 + SATURATION) * memories) / (memories + SATURATION))
        covered.set(trail, (covered.get(trail) ?? 0) + worth)
      }
    },
    sums: () =>
      [...bestOfTrails(index, visible)].map(([trail, { score, ...best }]) => ({
        ...best,
        score: score + (covered.get(trail) ?? 0),
      })),
  }
}

const countTrails = ({ columns: { head }, slots }: OwnerIndex, visible: Uint8Array): number => {
  const seen = new Uint8Array(slots)
  let count = 0
  for (let slot = 0; slot < slots; slot++) {
    const trail = head[slot] as number
    if (visible[slot] !== 1 || seen[trail] === 1) continue
    seen[trail] = 1
    count++
  }
  return count
}

/** By trail. */
const bestOfTrails = (index: OwnerIndex, visible: Uint8Array): ReadonlyMap<number, TrailScore> => {
  const { head, ownTime } = index.columns
  const { score } = index.scratch
  const found = new Map<number, { best: Array<number>; score: number; ownTime: number }>()
  for (const [from, to] of scoredStretches(index)) {
    for (let slot = from; slot < to; slot++) {
      const mine = score[slot] as number
      if (mine === 0 || visible[slot] !== 1) continue
      const time = ownTime[slot] as number
      const trail = head[slot] as number
      const held = found.get(trail)
      const isBehind =
        held !== undefined && (held.score > mine || (held.score === mine && held.ownTime > time))
      if (isBehind) continue
      if (held?.score === mine && held.ownTime === time) held.best.push(slot)
      else found.set(trail, { best: [slot], score: mine, ownTime: time })
    }
  }
  return found
}
