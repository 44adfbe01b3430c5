/**
 * Rows to be written, as many to a statement as cost least. Those of one table keep their order; no
 * table refers to another.
 *
 * @module
 */
import type { Connection } from "./Connection.ts"
import type { Cell } from "./codec.ts"
import { ROWS_AT_ONCE, type Writing } from "./Layout.ts"

export class WaitingRows {
  readonly #connection: Connection
  readonly #waiting = new Map<Writing, Array<ReadonlyArray<Cell>>>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** `cells`: all of a row. Answers whether a statement has run. */
  add(writing: Writing, cells: ReadonlyArray<Cell>): boolean {
    const rows = this.#waiting.get(writing) ?? []
    rows.push(cells)
    this.#waiting.set(writing, rows)
    if (rows.length < ROWS_AT_ONCE) return false
    this.#connection.run(writing.some, ...rows.splice(0).flat())
    return true
  }

  /** Writes those that are left. */
  end(): void {
    for (const [writing, rows] of this.#waiting)
      for (const cells of rows.splice(0)) this.#connection.run(writing.one, ...cells)
  }
}
