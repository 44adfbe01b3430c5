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

/** A link's lower bits: the slot. An owner has fewer memories than they can tell apart. */
export const LINK_SLOT = (1 << 27) - 1
/** A link is shifted by this to its gap, 0 to 31 places; 31 stands for that far or farther. */
export const LINK_GAP_SHIFT = 27
const GAP_MOST = 31
/** The farthest gap, to a slot that none is: every bit set. */
const NO_LINK = -1

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

/**
 * Links of the rows from `first` to before `end`, and of their neighbours towards them. A link to a
 * row that is not read yet becomes right when that row is linked.
 */
export const linkRows = (columns: Columns, first: number, end: number): void => {
  const { ordinal, previous, next, linkAfter, linkBefore } = columns
  for (let slot = first; slot < end; slot++) {
    const before = previous[slot] as number
    const after = next[slot] as number
    if (before < 0) linkBefore[slot] = NO_LINK
    else {
      const gap = gapBits(ordinal, slot, before)
      linkBefore[slot] = gap | before
      linkAfter[before] = gap | slot
    }
    if (after < 0) linkAfter[slot] = NO_LINK
    else {
      const gap = gapBits(ordinal, slot, after)
      linkAfter[slot] = gap | after
      linkBefore[after] = gap | slot
    }
  }
}

const gapBits = (ordinal: Columns["ordinal"], one: number, other: number): number =>
  Math.min(GAP_MOST, Math.abs((ordinal[other] as number) - (ordinal[one] as number))) <<
  LINK_GAP_SHIFT

/** Slots whose trails have been straightened, or walked back along; all 0 at first. */
export type Straightened = Uint8Array

/** Finds the rooms of every trail that has a row from `from` to before `to`. */
export const straightenTrails = (
  columns: TrailColumns,
  from: number,
  to: number,
  seen: Straightened,
): void => {
  for (let slot = from; slot < to; slot++) {
    if (seen[slot] !== FINISHED) straightenTrail(columns, headOf(columns, slot, seen), seen)
  }
}

/** How far a walk has come; damaged pages may lead in a circle. */
const GONE_BACK = 1
const FINISHED = 2

const headOf = ({ linkBefore }: TrailColumns, slot: number, seen: Straightened): number => {
  let head = slot
  for (;;) {
    seen[head] = GONE_BACK
    const link = linkBefore[head] as number
    const before = link & LINK_SLOT
    if (link === NO_LINK || seen[before] !== 0) return head
    head = before
  }
}

const straightenTrail = (columns: TrailColumns, first: number, seen: Straightened): void => {
  const { linkAfter, roomAfter, roomBefore, head } = columns
  let isStraight = true
  let members = 0
  for (let slot = first; ; members++) {
    seen[slot] = FINISHED
    const link = linkAfter[slot] as number
    const after = link & LINK_SLOT
    if (link === NO_LINK || seen[after] === undefined) break
    if (after !== slot + 1 || link >>> LINK_GAP_SHIFT !== 1) isStraight = false
    if (seen[after] === FINISHED) {
      isStraight = false
      break
    }
    slot = after
  }
  let slot = first
  for (let place = 0; place <= members; place++) {
    roomAfter[slot] = isStraight ? Math.min(ROOM_MOST, members - place) : CROOKED
    roomBefore[slot] = isStraight ? Math.min(ROOM_MOST, place) : CROOKED
    head[slot] = first
    slot = (linkAfter[slot] as number) & LINK_SLOT
  }
}
