/**
 * Echo: a memory in a trail is also matched, more weakly, by the words of its neighbours. For each
 * term it counts its largest value, not their sum, so that a chatty neighbourhood does not win.
 *
 * @module
 */
import type { RankingRules } from "../RankingRules.ts"
import {
  LINK_GAP_SHIFT,
  LINK_SLOT,
  type OwnerIndex,
  type Scratch,
  STRETCH_BITS,
} from "./OwnerIndex.ts"

/** The value of a term the memory has itself. */
export const OWN = 1024

/** More than any value, so that values of an older epoch are below those of the present. */
const EPOCH = 2_048
const LAST_EPOCH = 2 ** 31 - 2 * EPOCH

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
  const { hits, echo, scored } = scratch
  if (index.epoch >= LAST_EPOCH) {
    echo.fill(0)
    index.epoch = 0
  }
  index.epoch += EPOCH
  const { epoch } = index
  for (let i = 0; i < count; i++) {
    const slot = hits[i] as number
    echo[slot] = epoch + OWN
    scored[slot >> STRETCH_BITS] = 1
    target[slot] = (target[slot] as number) + Math.imul(weight, OWN)
  }
  if (rules === undefined) return
  echoAlong(scratch, count, epoch, weight, target, columns.linkAfter, rules.echoAfter)
  echoAlong(scratch, count, epoch, weight, target, columns.linkBefore, rules.echoBefore)
}

/**
 * From each hit along the trail in one direction, as far as its echo is the largest. Written to run
 * without a branch that the words of a query would make hard to predict.
 */
const echoAlong = (
  { hits, echo, scored }: Scratch,
  count: number,
  epoch: number,
  weight: number,
  target: Int32Array,
  links: Int32Array,
  kernel: ReadonlyArray<number>,
): void => {
  const values = Int32Array.from(kernel)
  const reach = values.length - 1
  const gapShift = LINK_GAP_SHIFT
  const slotMask = LINK_SLOT
  const stretchBits = STRETCH_BITS
  for (let i = 0; i < count; i++) {
    let link = links[hits[i] as number] as number
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
