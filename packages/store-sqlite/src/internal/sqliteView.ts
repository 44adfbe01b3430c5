/**
 * The store's view: each question a few prepared statements inside one transaction. The port has
 * checked what is asked.
 *
 * @module
 */
import { Behind, type Change, type Owner, StoreError, type View } from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import { checksumOf, damaged } from "./checksum.ts"
import { cellToValue, type Row, rowToLink, rowToRecord } from "./codec.ts"
import type { Head } from "./Head.ts"
import type { Finding, Layout } from "./Layout.ts"
import { linkedRows } from "./linkedRows.ts"
import { pagesByIds, pagesOf, rowToPage } from "./pageRows.ts"
import type { RowsRead } from "./RowsRead.ts"
import { LIMIT, pathSource, prefixCondition, rangeQuery } from "./rangeQuery.ts"
import { attemptTo } from "./sqliteFault.ts"
import { touchedFromText } from "./touched.ts"

/** No row has this owner: one nobody has written to has nothing. */
const NOBODY = -1

/** `rowsRead`: given where what is read may be written to in the same transaction. */
export const makeView = (
  connection: Connection,
  layout: Layout,
  head: Head,
  owner: Owner,
  rowsRead?: RowsRead,
): View => {
  const id = head.id ?? NOBODY
  return {
    owner,
    sequence: head.sequence,
    lastAt: head.lastAt,
    get: (type, keys) =>
      attemptTo("get", () => {
        const table = known(layout.records, type)
        const { name } = table
        const found = rowsRead === undefined ? table.byKey : table.byKeySummed
        return rowsBy(connection, found, id, keys).map((row, i) => {
          if (row === undefined) return undefined
          // A text that is asked for again is found sooner than an equal one.
          rowsRead?.note(name, keys[i] ?? "", row)
          return rowToRecord(table, row)
        })
      }),
    atSlots: (type, slots) =>
      attemptTo("atSlots", () => {
        const table = known(layout.records, type)
        return rowsBy(connection, table.bySlot, id, slots).map(
          (row) => row && rowToRecord(table, row),
        )
      }),
    slots: (type) => attemptTo("slots", () => head.slots.get(type) ?? 0),
    scan: (type, options) =>
      attemptTo("scan", () => {
        const table = known(layout.records, type)
        return soundRows("scan", connection, id, table, options).map((row) =>
          rowToRecord(table, row),
        )
      }),
    range: (index, options) =>
      attemptTo("range", () => {
        const path = known(layout.paths, index)
        const query = rangeQuery(path, id, options)
        if (query === undefined) return []
        return connection.rows(query.sql, ...query.cells).map((row) => ({
          values: path.columns.map(({ kind }, i) => cellToValue(kind, row[i])),
          key: String(row[path.columns.length]),
        }))
      }),
    count: (index, prefix) =>
      attemptTo("count", () => {
        const path = known(layout.paths, index)
        const where = prefixCondition(path, prefix)
        const sql = `SELECT count(*) FROM ${pathSource(path)} WHERE owner = ? AND ${where.sql}`
        return Number(connection.row(sql, id, ...where.cells)?.[0])
      }),
    linked: (type, role, players, options) =>
      attemptTo("linked", () => {
        const table = known(layout.links, type)
        const rows = linkedRows(connection, table, id, role, players, options)
        return rows.map((row) => rowToLink(table, row))
      }),
    getLinks: (type, keys) =>
      attemptTo("getLinks", () => {
        const table = known(layout.links, type)
        return rowsBy(connection, table.byKey, id, keys).map((row) => row && rowToLink(table, row))
      }),
    scanLinks: (type, options) =>
      attemptTo("scanLinks", () => {
        const table = known(layout.links, type)
        return soundRows("scanLinks", connection, id, table, options).map((row) =>
          rowToLink(table, row),
        )
      }),
    page: (space, ids) =>
      attemptTo("page", () => {
        return pagesByIds(connection, known(layout.pages, space).name, id, ids)
      }),
    pages: (space, names) =>
      attemptTo("pages", () => {
        return pagesOf(connection, known(layout.pages, space).name, id, names)
      }),
    pagesSince: (space, sequence) =>
      attemptTo("pagesSince", () => {
        const table = known(layout.pages, space)
        const sql = `SELECT name, number, bytes FROM ${table.name} INDEXED BY ${table.since} WHERE owner = ? AND sequence > ? ORDER BY name, number`
        return connection.rows(sql, id, sequence).map(rowToPage)
      }),
    pageNames: (space, options) =>
      attemptTo("pageNames", () => {
        const table = known(layout.pages, space)
        const names = { name: table.name, selected: "DISTINCT name", by: "name" } as const
        return behind(connection, id, names, options).map(([name]) => String(name))
      }),
    changes: (sequence, limit) =>
      attemptTo("changes", () => changesOf(connection, id, sequence, limit)),
  }
}

/** The port asks for declared names only. */
const known = <T>(all: ReadonlyMap<string, T>, name: string): T => {
  const found = all.get(name)
  if (found === undefined) throw new Error("the port asked for what the schema does not declare")
  return found
}

/** A row, or undefined, for each of `values`; from a few on in one statement, which is cheaper. */
const rowsBy = (
  connection: Connection,
  { one, many }: Finding,
  owner: number,
  values: ReadonlyArray<string | number>,
): ReadonlyArray<Row | undefined> =>
  values.length <= FEW
    ? values.map((value) => connection.row(one, owner, value))
    : connection
        .rows(many, JSON.stringify(values), owner)
        .map((row) => (row[0] === null ? undefined : row))

const FEW = 3

/** Whoever reads all rows is told of one that is not as it was written: a backup does not carry it on. */
const soundRows = (
  operation: string,
  connection: Connection,
  owner: number,
  { name, selected }: { readonly name: string; readonly selected: string },
  options: { readonly after?: string; readonly limit: number },
): ReadonlyArray<Row> => {
  const table = { name, selected: `${selected}, t.checksum`, by: "key" } as const
  return behind(connection, owner, table, options).map((row) => {
    const [...cells] = row
    if (cells.pop() !== checksumOf([owner, ...cells])) throw damaged(operation)
    return cells
  })
}

/** Rows of one owner in the order of a text column, behind a cursor. */
const behind = (
  connection: Connection,
  owner: number,
  table: { readonly name: string; readonly selected: string; readonly by: "key" | "name" },
  { after, limit }: { readonly after?: string; readonly limit: number },
): ReadonlyArray<Row> => {
  const from = `SELECT ${table.selected} FROM ${table.name} t WHERE owner = ?`
  const order = `ORDER BY ${table.by} ${LIMIT}`
  return after === undefined
    ? connection.rows(`${from} ${order}`, owner, limit)
    : connection.rows(`${from} AND ${table.by} > ? ${order}`, owner, after, limit)
}

const OLDEST = "SELECT sequence FROM change WHERE owner = ? ORDER BY sequence LIMIT 1"

const changesOf = (
  connection: Connection,
  owner: number,
  sequence: number,
  limit: number,
): ReadonlyArray<Change> => {
  const oldest = connection.row(OLDEST, owner)?.[0]
  const horizon = typeof oldest === "number" ? oldest - 1 : 0
  if (sequence < horizon) {
    throw new StoreError({ operation: "changes", reason: new Behind({ horizon }) })
  }
  return connection
    .rows(
      `SELECT sequence, plan, at, touched FROM change WHERE owner = ? AND sequence > ? ORDER BY sequence ${LIMIT}`,
      owner,
      sequence,
      limit,
    )
    .map(([number, plan, at, touched]) => ({
      sequence: Number(number),
      planId: String(plan),
      at: Number(at),
      touched: touchedFromText(String(touched)),
    }))
}
