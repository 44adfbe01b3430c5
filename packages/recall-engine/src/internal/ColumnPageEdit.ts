/**
 * Some rows of a column page written over, without taking the others apart.
 *
 * @module
 */
import {
  type ColumnArrays,
  encodeColumns,
  makeColumnArrays,
  PAGE_ROWS,
  type RowEdit,
  readColumnPage,
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

  /** Rows the page does not have yet, up to this one, are usual rows to begin with. */
  edit(at: number, edit: RowEdit): void {
    for (; this.count <= at; this.count++) setRow(this.arrays, this.count, USUAL_ROW)
    edit(this.arrays, at)
  }

  toBytes(): Uint8Array {
    return encodeColumns(this.arrays, this.count)
  }
}
