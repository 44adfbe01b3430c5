/**
 * Some rows of a column page read and written over, without taking the others apart.
 *
 * @module
 */
import {
  type ColumnArrays,
  type ColumnRow,
  encodeColumns,
  makeColumnArrays,
  PAGE_ROWS,
  readColumnPage,
  rowAt,
  setRow,
  USUAL_ROW,
} from "./ColumnPage.ts"

export class ColumnPageEdit {
  private readonly arrays: ColumnArrays
  private count: number

  /** `room`: for `PAGE_ROWS` rows; its own until the page is written. */
  constructor(bytes: Uint8Array | undefined, room: ColumnArrays = makeColumnArrays(PAGE_ROWS)) {
    this.arrays = room
    this.count = bytes === undefined ? 0 : readColumnPage(bytes, this.arrays, 0)
  }

  /** A usual row where the page has none. */
  row(at: number): ColumnRow {
    return at < this.count ? rowAt(this.arrays, at) : USUAL_ROW
  }

  /** Rows between the page's last and this one are usual rows. */
  set(at: number, row: ColumnRow): void {
    for (; this.count < at; this.count++) setRow(this.arrays, this.count, USUAL_ROW)
    setRow(this.arrays, at, row)
    this.count = Math.max(this.count, at + 1)
  }

  toBytes(): Uint8Array {
    return encodeColumns(this.arrays, this.count)
  }
}
