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

interface Waiting {
  rows: number
  /** Of all of them, one behind the other. */
  readonly cells: Array<Cell>
}

export class NewRows {
  readonly #connection: Connection
  readonly #waiting = new Map<Table, Waiting>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** `cells`: all of a row. Answers whether a statement has run. */
  add(table: Table, cells: ReadonlyArray<Cell>): boolean {
    const waiting = this.#waitingFor(table)
    for (const cell of cells) waiting.cells.push(cell)
    waiting.rows++
    if (waiting.rows < ROWS_AT_ONCE) return false
    this.#connection.run(table.insertSome, ...waiting.cells)
    waiting.rows = 0
    waiting.cells.length = 0
    return true
  }

  /** Makes those that are left. */
  end(): void {
    for (const [table, { rows, cells }] of this.#waiting) {
      const size = cells.length / rows
      for (let from = 0; from < cells.length; from += size)
        this.#connection.run(table.insert, ...cells.slice(from, from + size))
    }
    this.#waiting.clear()
  }

  #waitingFor(table: Table): Waiting {
    const known = this.#waiting.get(table)
    if (known !== undefined) return known
    const made = { rows: 0, cells: [] }
    this.#waiting.set(table, made)
    return made
  }
}
