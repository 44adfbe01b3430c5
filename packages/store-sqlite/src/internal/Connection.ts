/**
 * One SQLite connection: statements prepared once, rows as arrays, transactions that never wait.
 *
 * @module
 */
import { DatabaseSync, type StatementSync } from "node:sqlite"
import type { Cell, Row } from "./codec.ts"
import { isBusy } from "./sqliteFault.ts"

/** Parameters are `?`: Node 22 does not take numbered ones in order. */
export interface Connection {
  readonly rows: (sql: string, ...cells: ReadonlyArray<Cell>) => ReadonlyArray<Row>
  readonly row: (sql: string, ...cells: ReadonlyArray<Cell>) => Row | undefined
  /** Answers the rowid of the last insert. */
  readonly run: (sql: string, ...cells: ReadonlyArray<Cell>) => number
  /** One statement that is not worth keeping. */
  readonly execute: (sql: string) => void
  /** Begins a transaction, or answers false when another connection is in the way. */
  readonly begin: (mode: "DEFERRED" | "IMMEDIATE") => boolean
  readonly commit: () => void
  /** Whether commits wait for the disk. Outside a transaction only. */
  readonly waitForDisk: (waits: boolean) => void
  /** Does nothing when SQLite has ended the transaction by itself, or the connection is closed. */
  readonly rollback: () => void
  readonly isInTransaction: () => boolean
  readonly close: () => void
}

const BEGIN = { DEFERRED: "BEGIN DEFERRED", IMMEDIATE: "BEGIN IMMEDIATE" } as const

/** Most statements kept prepared; beyond it all are prepared anew. */
const STATEMENTS = 512

export const connect = (
  filename: string | URL,
  options: { readonly readOnly?: boolean } = {},
): Connection => {
  const database = new DatabaseSync(filename, {
    // A wait inside SQLite would stop every fibre of the process.
    timeout: 0,
    readOnly: options.readOnly === true,
    enableForeignKeyConstraints: false,
    enableDoubleQuotedStringLiterals: false,
  })
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    if (statements.size >= STATEMENTS) statements.clear()
    statements.set(sql, statement)
    return statement
  }
  // With `setReturnArrays` rows are arrays of cells, which the types of node:sqlite do not say.
  const rows = (sql: string, ...cells: ReadonlyArray<Cell>): ReadonlyArray<Row> =>
    prepared(sql).all(...cells) as unknown as ReadonlyArray<Row>
  return {
    rows,
    row: (sql, ...cells) => prepared(sql).get(...cells) as unknown as Row | undefined,
    run: (sql, ...cells) => Number(prepared(sql).run(...cells).lastInsertRowid),
    execute: (sql) => database.exec(sql),
    begin: (mode) => {
      try {
        prepared(BEGIN[mode]).run()
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw error
      }
    },
    commit: () => void prepared("COMMIT").run(),
    // Without it the disk is waited for when the log is moved, and commits stay in order.
    waitForDisk: (waits) => database.exec(`PRAGMA synchronous = ${waits ? "FULL" : "NORMAL"}`),
    rollback: () => {
      if (database.isOpen && database.isTransaction) prepared("ROLLBACK").run()
    },
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}
