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

export class OwnerColumns {
  readonly count: number
  private readonly arrays: ReturnType<typeof makeColumnArrays>

  constructor(count: number) {
    this.count = count
    this.arrays = makeColumnArrays(count)
    for (const { name, usual } of COLUMNS) this.arrays[name].fill(usual)
  }

  set(slot: number, row: ColumnRow): void {
    setRow(this.arrays, slot, row)
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
