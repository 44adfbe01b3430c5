/**
 * Echo: a memory in a trail is also matched, more weakly, by the words of its neighbours. For each
 * term it counts its largest value, not their sum, so that a chatty neighbourhood does not win.
 *
 * @module
 */
import type { RankingRules } from "../RankingRules.ts"
import { type OwnerIndex, type Scratch, STRETCH_BITS } from "./OwnerIndex.ts"
import { CROOKED, LINK_GAP_SHIFT, LINK_SLOT, ROOM_MOST, type TrailColumns } from "./TrailColumns.ts"

/** The value of a term the memory has itself. */
export const OWN = 1024

/** Far before every slot. */
const NOWHERE = -(1 << 30)

/** More than any value, so that values of an older epoch are below those of the present. */
const EPOCH = 2_048
const LAST_EPOCH = 0x7fffffff - 2 * EPOCH

/**
 * Adds `weight` times each memory's value to `target`, for the first `count` slots of the scratch
 * hits. Memories an audience cannot see pass the echo on like any other, for distance is the
 * difference of ordinals, whoever stands between; what is added to them nobody looks at. Without
 * rules there is no echo.
 */
export const addTerm = (
  index: OwnerIndex,
  count: number,
  weight: number,
  rules: RankingRules | undefined,
  target: Int32Array,
): void => {
  const { scratch, columns } = index
  const { hits, scored } = scratch
  const own = Math.imul(weight, OWN)
  for (let i = 0; i < count; i++) {
    const slot = hits[i] as number
    scored[slot >> STRETCH_BITS] = 1
    target[slot] = (target[slot] as number) + own
  }
  if (rules === undefined || count === 0) return
  const crooked = echoStraight(scratch, count, columns, rules, weight, target)
  if (crooked === 0) return
  const epoch = nextEpoch(index)
  const { crookedHits, echo } = scratch
  for (let i = 0; i < crooked; i++) echo[crookedHits[i] as number] = epoch + OWN
  const walk = { scratch, count: crooked, epoch, weight, target }
  echoAlong(walk, columns.linkAfter, rules.echoAfter)
  echoAlong(walk, columns.linkBefore, rules.echoBefore)
}

/**
 * The echo within trails whose memories stand side by side: what lies between two hits is reached
 * from both, and the larger value counts. Leaves the hits of other trails in the scratch and answers
 * how many.
 */
const echoStraight = (
  { hits, crookedHits, scored }: Scratch,
  count: number,
  { roomAfter, roomBefore }: TrailColumns,
  rules: RankingRules,
  weight: number,
  target: Int32Array,
): number => {
  const after = weighted(rules.echoAfter, weight)
  const before = weighted(rules.echoBefore, weight)
  const reachAfter = after.length - 1
  const reachBefore = before.length - 1
  let crooked = 0
  /** The last hit, and how far it reaches beyond itself. */
  let last = NOWHERE
  let lastReach = 0
  for (let i = 0; i < count; i++) {
    const slot = hits[i] as number
    const room = roomBefore[slot] as number
    if (room === CROOKED) {
      crookedHits[crooked++] = slot
      continue
    }
    // Between hits in different trails neither reaches as far as the other's.
    const between = slot - last - 1
    let backward = Math.min(room, reachBefore)
    if (backward > between) backward = between
    let forward = Math.min(lastReach, between)
    // Where both reach, the larger counts; elsewhere the one that reaches.
    for (let d = between - forward + 1; d <= backward; d++) {
      const fromLast = after[between + 1 - d] as number
      const fromHere = before[d] as number
      target[slot - d] = (target[slot - d] as number) + Math.max(fromLast, fromHere)
    }
    const both = forward + backward - between
    if (both > 0) {
      forward -= both
      backward -= both
    }
    for (let d = 1; d <= backward; d++) {
      target[slot - d] = (target[slot - d] as number) + (before[d] as number)
    }
    for (let d = 1; d <= forward; d++) {
      target[last + d] = (target[last + d] as number) + (after[d] as number)
    }
    last = slot
    const roomAhead = roomAfter[slot] as number
    lastReach = Math.min(roomAhead, reachAfter)
    scored[(slot - backward) >> STRETCH_BITS] = 1
    scored[(slot + lastReach) >> STRETCH_BITS] = 1
  }
  for (let d = 1; d <= lastReach; d++) {
    target[last + d] = (target[last + d] as number) + (after[d] as number)
  }
  return crooked
}

/** The kernel times the weight, as far as rooms are known. */
const weighted = (kernel: ReadonlyArray<number>, weight: number): Int32Array => {
  const values = new Int32Array(Math.min(kernel.length, ROOM_MOST))
  for (let d = 0; d < values.length; d++) values[d] = Math.imul(kernel[d] as number, weight)
  return values
}

/** A number above every value the scratch echo holds from before. */
const nextEpoch = (index: OwnerIndex): number => {
  if (index.epoch >= LAST_EPOCH) {
    index.scratch.echo.fill(0)
    index.epoch = 0
  }
  index.epoch += EPOCH
  return index.epoch
}

interface Walk {
  readonly scratch: Scratch
  /** How many of the crooked hits. */
  readonly count: number
  readonly epoch: number
  readonly weight: number
  readonly target: Int32Array
}

/**
 * From each hit along the trail in one direction, as far as its echo is the largest. Written to run
 * without a branch that the words of a query would make hard to predict.
 */
const echoAlong = (
  { scratch: { crookedHits, echo, scored }, count, epoch, weight, target }: Walk,
  links: Int32Array,
  kernel: ReadonlyArray<number>,
): void => {
  const values = Int32Array.from(kernel)
  const reach = values.length - 1
  const gapShift = LINK_GAP_SHIFT
  const slotMask = LINK_SLOT
  const stretchBits = STRETCH_BITS
  for (let i = 0; i < count; i++) {
    let link = links[crookedHits[i] as number] as number
    let distance = link >>> gapShift
    while (distance <= reach) {
      const slot = link & slotMask
      const value = values[distance] as number
      const held = Math.max(0, ((echo[slot] as number) - epoch) | 0)
      // Whoever gave it that much stands nearer, and gives those beyond at least as much as this hit.
      if (held >= value) break
      target[slot] = (target[slot] as number) + Math.imul(weight, value - held)
      scored[slot >> stretchBits] = 1
      echo[slot] = epoch + value
      link = links[slot] as number
      distance = (distance + (link >>> gapShift)) | 0
    }
  }
}
