/**
 * The column row of a memory, from its record.
 *
 * @module
 */
import { type Status, texts } from "@reminisce/schema"
import type { AttributeValue } from "@reminisce/store"
import {
  type ColumnRow,
  type Digests,
  FLAG,
  type MovesColumns,
  type Neighbours,
  type OwnColumns,
  type RowEdit,
  setNeighbours,
  statusNumber,
  USUAL_ROW,
} from "./ColumnPage.ts"
import { type MemoryAttributes, ownTime } from "./memoryTerms.ts"

/** How often its status has moved, and when last. */
export interface StatusMoves {
  readonly changes: number
  readonly changedAt: number
}

export const NO_MOVES: StatusMoves = { changes: 0, changedAt: Number.NEGATIVE_INFINITY }

export const NO_NEIGHBOURS: Neighbours = { previous: -1, next: -1 }

/** All of it. */
export const memoryRow = (
  attributes: MemoryAttributes,
  digests: Digests,
  moves: StatusMoves,
  neighbours: Neighbours,
): ColumnRow => ({ ...ownColumns(attributes), ...digests, ...movesColumns(moves), ...neighbours })

export const ownColumns = (attributes: MemoryAttributes): OwnColumns => {
  const aspects = texts(attributes.aspects)
  return {
    status: statusNumber(String(attributes.status) as Status),
    flags:
      (aspects.includes("affective") ? FLAG.affective : 0) |
      (aspects.includes("persona") ? FLAG.persona : 0) |
      (aspects.includes("prospective") ? FLAG.prospective : 0),
    concerns: Math.min(255, texts(attributes.concerns).length),
    recordedAt: Number(attributes.recordedAt),
    validFrom: numberOr(attributes.validFrom, USUAL_ROW.validFrom),
    validTo: numberOr(attributes.validTo, USUAL_ROW.validTo),
    ownTime: ownTime(attributes) ?? USUAL_ROW.ownTime,
    ordinal: inTrail(attributes) ? Number(attributes.ordinal) : 0,
  }
}

export const movesColumns = ({ changes, changedAt }: StatusMoves): MovesColumns => ({
  changes: Math.min(65_535, changes),
  changedAt,
})

/** Only a memory with a trail and a place in it has neighbours. */
export const inTrail = (attributes: MemoryAttributes): boolean =>
  typeof attributes.trail === "string" && typeof attributes.ordinal === "number"

const numberOr = (value: AttributeValue | undefined, usual: number): number =>
  typeof value === "number" ? value : usual

/** Without neighbours. */
export const standAlone: RowEdit = (rows, at) => setNeighbours(rows, at, NO_NEIGHBOURS)

export const setPrevious =
  (slot: number): RowEdit =>
  (rows, at) => {
    rows.previous[at] = slot
  }

export const setNext =
  (slot: number): RowEdit =>
  (rows, at) => {
    rows.next[at] = slot
  }
