/**
 * The rows of all memories of an owner while its index is made, about seventy bytes a memory, and the
 * pages they come to.
 *
 * @module
 */
import type { PageWrite } from "@reminisce/store"
import {
  COLUMNS,
  COLUMNS_NAME,
  type ColumnArrays,
  type ColumnRow,
  encodeColumns,
  makeColumnArrays,
  PAGE_ROWS,
  setRow,
  USUAL_ROW,
} from "./ColumnPage.ts"
import { COLUMNS_SPACE } from "./IndexHead.ts"
import type { StatusMoves } from "./memoryRow.ts"

/** Rows by which there is room for more at least. */
const ROOM = 1_024

export class OwnerColumns {
  /** Rows up to the last that was set. */
  count = 0
  private arrays: ColumnArrays = makeColumnArrays(0)

  set(slot: number, row: ColumnRow): void {
    this.makeRoom(slot + 1)
    setRow(this.arrays, slot, row)
  }

  /** Slots without a memory are rows as well. */
  makeRoom(count: number): void {
    if (count > this.count) this.count = count
    const { length } = this.arrays.status
    if (count > length) this.arrays = grown(this.arrays, Math.max(count, length * 1.2) + ROOM)
  }

  /** What the words of memories from `first` on come to: digests of terms and of words, by turns. */
  setDigests(first: number, terms: Uint32Array, words: Uint32Array): void {
    this.makeRoom(first + terms.length)
    this.arrays.termsDigest.set(terms, first)
    this.arrays.wordsDigest.set(words, first)
  }

  ordinalOf(slot: number): number {
    return this.arrays.ordinal[slot] as number
  }

  setMoves(slot: number, { changes, changedAt }: StatusMoves): void {
    this.arrays.changes[slot] = Math.min(65_535, changes)
    this.arrays.changedAt[slot] = changedAt
  }

  /** Makes two memories neighbours in their trail. */
  join(previous: number, next: number): void {
    this.arrays.next[previous] = next
    this.arrays.previous[next] = previous
  }

  forgetNeighbours(): void {
    this.arrays.previous.fill(USUAL_ROW.previous)
    this.arrays.next.fill(USUAL_ROW.next)
  }

  /** Begins anew with no row. */
  clear(): void {
    this.count = 0
    this.arrays = makeColumnArrays(0)
  }

  get pages(): number {
    return Math.ceil(this.count / PAGE_ROWS)
  }

  page(number: number): PageWrite {
    const first = number * PAGE_ROWS
    const last = Math.min(this.count, first + PAGE_ROWS)
    const rows: ColumnArrays = {
      status: this.arrays.status.subarray(first, last),
      flags: this.arrays.flags.subarray(first, last),
      concerns: this.arrays.concerns.subarray(first, last),
      changes: this.arrays.changes.subarray(first, last),
      recordedAt: this.arrays.recordedAt.subarray(first, last),
      validFrom: this.arrays.validFrom.subarray(first, last),
      validTo: this.arrays.validTo.subarray(first, last),
      ownTime: this.arrays.ownTime.subarray(first, last),
      changedAt: this.arrays.changedAt.subarray(first, last),
      ordinal: this.arrays.ordinal.subarray(first, last),
      previous: this.arrays.previous.subarray(first, last),
      next: this.arrays.next.subarray(first, last),
      termsDigest: this.arrays.termsDigest.subarray(first, last),
      wordsDigest: this.arrays.wordsDigest.subarray(first, last),
    }
    return {
      space: COLUMNS_SPACE,
      name: COLUMNS_NAME,
      number,
      bytes: encodeColumns(rows, last - first),
    }
  }
}

const ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const

/** The arrays with room for so many rows; one column after the other, so that little is held twice. */
const grown = (before: ColumnArrays, rows: number): ColumnArrays => {
  const arrays: { -readonly [name in keyof ColumnArrays]: ColumnArrays[name] } = { ...before }
  for (const { name, width, usual } of COLUMNS) {
    const held = before[name]
    const array = new ARRAYS[width](Math.ceil(rows))
    array.fill(usual, held.length)
    array.set(held)
    arrays[name] = array
  }
  return arrays
}
