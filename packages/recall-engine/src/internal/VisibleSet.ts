/**
 * Which memories an audience may see at an instant: the set everything else counts over, so that
 * what lies outside it changes nothing.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"
import { ACTIVE, FLAG, INACTIVE } from "./ColumnPage.ts"
import type { Columns, OwnerIndex } from "./OwnerIndex.ts"

export interface VisibleSet {
  /** One byte a slot, 1 for visible. */
  readonly bytes: Uint8Array
  /** How many are visible: `scanned`. */
  count: number
  /** The set is the same at every instant from `since` until before `until`. */
  since: EpochMillis
  until: EpochMillis
  readonly asked: Visibility
  /** How many subjects of the audience each memory concerns; undefined for an audience of none. */
  readonly seen: Uint8Array | undefined
  /** 1 for each memory with an aspect asked for; undefined when any will do. */
  readonly wanted: Uint8Array | undefined
}

export interface Visibility {
  /** Instant for validity; null leaves validity out. */
  readonly at: EpochMillis | null
  /** Slots of memories that concern each subject of the audience. */
  readonly subjects: ReadonlyArray<Uint32Array>
  /** Slots of memories with each aspect asked for; undefined when any aspect will do. */
  readonly aspects: ReadonlyArray<Uint32Array> | undefined
  readonly isAffectiveAsked: boolean
  /** Inactive memories and persona strands as well, which no recall answers. */
  readonly isReading: boolean
  /** The past moment to stand in, with the statuses of then for slots whose status has moved since. */
  readonly past:
    | { readonly at: EpochMillis; readonly statuses: ReadonlyMap<number, number> }
    | undefined
}

export const makeVisibleSet = (index: OwnerIndex, asked: Visibility): VisibleSet => {
  const set: VisibleSet = {
    bytes: new Uint8Array(index.capacity),
    count: 0,
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    asked,
    seen: countSubjects(index, asked.subjects),
    wanted: asked.aspects === undefined ? undefined : mark(index, asked.aspects),
  }
  judgeSlots(index, set, 0, index.slots)
  return set
}

/** Whether changed rows can be judged anew by themselves: nothing was read for the set besides rows. */
export const isUpdatable = ({ seen, wanted, asked }: VisibleSet): boolean =>
  seen === undefined && wanted === undefined && asked.past === undefined

/** Judges `count` slots from `first` on, again or for the first time. */
export const judgeSlots = (
  { columns, slots }: OwnerIndex,
  set: VisibleSet,
  first: number,
  count: number,
): void => {
  const { validFrom, validTo } = columns
  const { bytes, asked } = set
  const { at } = asked
  const isStanding = standingRule(columns, set)
  const end = Math.min(slots, first + count)
  let { count: visible, since, until } = set
  for (let slot = first; slot < end; slot++) {
    visible -= bytes[slot] as number
    bytes[slot] = 0
    if (!isStanding(slot)) continue
    if (at !== null) {
      const from = validFrom[slot] as number
      const to = validTo[slot] as number
      if (from > at) {
        if (from < until) until = from
      } else if (from > since) since = from
      if (to > at) {
        if (to < until) until = to
      } else if (to > since) since = to
      if (from > at || to <= at) continue
    }
    bytes[slot] = 1
    visible++
  }
  Object.assign(set, { count: visible, since, until })
}

/** Everything that decides about a memory but its validity. */
const standingRule = (columns: Columns, { asked, seen, wanted }: VisibleSet) => {
  const { status, flags, concerns, recordedAt } = columns
  const { past } = asked
  const hidden =
    (asked.isReading ? 0 : FLAG.persona) | (asked.isAffectiveAsked ? 0 : FLAG.affective)
  const alsoStanding = asked.isReading ? INACTIVE : ACTIVE
  return (slot: number): boolean => {
    const concerned = concerns[slot] as number
    if (concerned !== 0 && seen?.[slot] !== concerned) return false
    if (((flags[slot] as number) & hidden) !== 0) return false
    if (wanted !== undefined && wanted[slot] !== 1) return false
    if (past !== undefined && (recordedAt[slot] as number) > past.at) return false
    const standing = past?.statuses.get(slot) ?? (status[slot] as number)
    return standing === ACTIVE || standing === alsoStanding
  }
}

const countSubjects = (
  index: OwnerIndex,
  subjects: ReadonlyArray<Uint32Array>,
): Uint8Array | undefined => {
  if (subjects.length === 0) return undefined
  const seen = new Uint8Array(index.capacity)
  for (const slots of subjects) for (const slot of slots) seen[slot] = (seen[slot] ?? 0) + 1
  return seen
}

const mark = (index: OwnerIndex, lists: ReadonlyArray<Uint32Array>): Uint8Array => {
  const marked = new Uint8Array(index.capacity)
  for (const slots of lists) for (const slot of slots) marked[slot] = 1
  return marked
}
