/**
 * The rows of records that the decision of an update has read, for writing its plan: what a row had
 * must be known to change it, and the transaction still sees the same.
 *
 * @module
 */
import type { Row } from "./codec.ts"

/** Most rows held, so that a decision that reads very many does not hold them all. */
const MOST = 10_000

export interface RowsRead {
  /** `row`: what is selected of its table, and its checksum. */
  readonly note: (table: string, key: string, row: Row) => void
  readonly find: (table: string, key: string) => Row | undefined
}

export const makeRowsRead = (): RowsRead => {
  const tables = new Map<string, Map<string, Row>>()
  let count = 0
  return {
    note: (table, key, row) => {
      if (count === MOST) return
      count++
      const rows = tables.get(table)
      if (rows === undefined) tables.set(table, new Map([[key, row]]))
      else rows.set(key, row)
    },
    find: (table, key) => tables.get(table)?.get(key),
  }
}
