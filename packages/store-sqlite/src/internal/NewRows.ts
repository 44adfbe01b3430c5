/**
 * Rows to be made, as many to a statement as cost least. Those of one table keep their order; no table
 * refers to another.
 *
 * @module
 */
import type { Connection } from "./Connection.ts"
import type { Cell } from "./codec.ts"
import { type RecordTable, ROWS_AT_ONCE } from "./Layout.ts"

type Table = Pick<RecordTable, "insert" | "insertSome">

export class NewRows {
  readonly #connection: Connection
  readonly #waiting = new Map<Table, Array<ReadonlyArray<Cell>>>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** `cells`: all of a row. Answers whether a statement has run. */
  add(table: Table, cells: ReadonlyArray<Cell>): boolean {
    const rows = this.#waiting.get(table) ?? []
    rows.push(cells)
    this.#waiting.set(table, rows)
    if (rows.length < ROWS_AT_ONCE) return false
    this.#connection.run(table.insertSome, ...rows.splice(0).flat())
    return true
  }

  /** Makes those that are left. */
  end(): void {
    for (const [table, rows] of this.#waiting)
      for (const cells of rows.splice(0)) this.#connection.run(table.insert, ...cells)
  }
}
