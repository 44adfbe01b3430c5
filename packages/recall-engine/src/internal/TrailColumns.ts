/**
 * The trails in memory: for each slot the way to its neighbours, and for trails written one after the
 * other into slots side by side, how far they reach, so that echo needs no walk along them.
 *
 * @module
 */
import type { makeColumnArrays } from "./ColumnPage.ts"

export interface TrailColumns {
  /**
   * The next memory of the trail: its slot and, above, the places between. The end of a trail is
   * farther than any echo.
   */
  readonly linkAfter: Int32Array
  readonly linkBefore: Int32Array
  /**
   * How many memories follow and precede in the trail, at most `ROOM_MOST`, where each stands one
   * place and one slot behind the one before, all along the trail; `CROOKED` in any other trail.
   */
  readonly roomAfter: Uint8Array
  readonly roomBefore: Uint8Array
  /** The first memory of its trail. */
  readonly head: Int32Array
}

/** A link's lower bits: the slot. An owner has no more memories than they can tell apart. */
export const LINK_SLOT = (1 << 27) - 1
/** A link is shifted by this to its gap, 0 to 31 places; 31 stands for that far or farther. */
export const LINK_GAP_SHIFT = 27
const GAP_MOST = 31
const NO_LINK = GAP_MOST << LINK_GAP_SHIFT

export const ROOM_MOST = 254
export const CROOKED = 255

export const makeTrailColumns = (capacity: number): TrailColumns => ({
  linkAfter: new Int32Array(capacity).fill(NO_LINK),
  linkBefore: new Int32Array(capacity).fill(NO_LINK),
  roomAfter: new Uint8Array(capacity),
  roomBefore: new Uint8Array(capacity),
  head: new Int32Array(capacity),
})

type Columns = TrailColumns &
  Pick<ReturnType<typeof makeColumnArrays>, "ordinal" | "previous" | "next">

/** Links of the rows from `first` to before `end`, and of their neighbours towards them. */
export const linkRows = (columns: Columns, first: number, end: number): void => {
  const { ordinal, previous, next, linkAfter, linkBefore } = columns
  for (let slot = first; slot < end; slot++) {
    const place = ordinal[slot] as number
    const gapTo = (beside: number): number =>
      Math.min(GAP_MOST, Math.abs((ordinal[beside] as number) - place)) << LINK_GAP_SHIFT
    const before = previous[slot] as number
    const after = next[slot] as number
    linkBefore[slot] = before < 0 ? NO_LINK : gapTo(before) | before
    linkAfter[slot] = after < 0 ? NO_LINK : gapTo(after) | after
    if (before >= 0) linkAfter[before] = gapTo(before) | slot
    if (after >= 0) linkBefore[after] = gapTo(after) | slot
  }
}

/** Finds the rooms of every trail that has a row in one of the stretches, each [from, to). */
export const straightenTrails = (
  columns: TrailColumns,
  stretches: ReadonlyArray<readonly [from: number, to: number]>,
): void => {
  const seen = new Uint8Array(columns.linkAfter.length)
  for (const [from, to] of stretches) {
    for (let slot = from; slot < to; slot++) {
      if (seen[slot] !== FINISHED) straightenTrail(columns, headOf(columns, slot, seen), seen)
    }
  }
}

/** How far a walk has come; damaged pages may lead in a circle. */
const GONE_BACK = 1
const FINISHED = 2

const headOf = ({ linkBefore }: TrailColumns, slot: number, seen: Uint8Array): number => {
  let head = slot
  for (;;) {
    seen[head] = GONE_BACK
    const link = linkBefore[head] as number
    const before = link & LINK_SLOT
    if (link === NO_LINK || seen[before] !== 0) return head
    head = before
  }
}

const straightenTrail = (columns: TrailColumns, first: number, seen: Uint8Array): void => {
  const { linkAfter, roomAfter, roomBefore, head } = columns
  const members: Array<number> = []
  let isStraight = true
  for (let slot = first; ; ) {
    members.push(slot)
    seen[slot] = FINISHED
    const link = linkAfter[slot] as number
    if (link === NO_LINK) break
    const after = link & LINK_SLOT
    isStraight &&= after === slot + 1 && link >>> LINK_GAP_SHIFT === 1 && seen[after] !== FINISHED
    if (seen[after] === FINISHED) break
    slot = after
  }
  for (const [place, slot] of members.entries()) {
    const room = Math.min(ROOM_MOST, members.length - 1 - place)
    roomAfter[slot] = isStraight ? room : CROOKED
    roomBefore[slot] = isStraight ? Math.min(ROOM_MOST, place) : CROOKED
    head[slot] = first
  }
}
