/**
 * Pages as they are read from a table of them.
 *
 * @module
 */
import { compareText, type Page } from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import type { Cell, Row } from "./codec.ts"
import { LIMIT } from "./rangeQuery.ts"

type PageIds = ReadonlyArray<Pick<Page, "name" | "number">>

/** Up to so many one after the other cost no more than together. */
const FEW = 3

/** The bytes of each page, or undefined. */
export const pagesByIds = (
  connection: Connection,
  table: string,
  owner: number,
  ids: PageIds,
): ReadonlyArray<Uint8Array | undefined> =>
  isRun(ids) ? pagesInRun(connection, table, owner, ids) : pagesApart(connection, table, owner, ids)

/** Whether these are more than a few pages of one name, numbered one after the other. */
const isRun = (ids: PageIds): boolean => {
  const [first] = ids
  return (
    first !== undefined &&
    ids.length > FEW &&
    ids.every(({ name, number }, i) => name === first.name && number === first.number + i)
  )
}

/** A whole run in one statement, which is cheaper. */
const pagesInRun = (
  connection: Connection,
  table: string,
  owner: number,
  ids: PageIds,
): ReadonlyArray<Uint8Array | undefined> => {
  const { name, number: first } = ids[0] ?? { name: "", number: 0 }
  const sql = `SELECT number, bytes FROM ${table} WHERE owner = ? AND name = ? AND number BETWEEN ? AND ?`
  const found = ids.map((): Uint8Array | undefined => undefined)
  for (const [number, bytes] of connection.rows(sql, owner, name, first, first + ids.length - 1))
    found[Number(number) - first] = cellToBytes(bytes)
  return found
}

/** Many in one statement, which is cheaper. */
const pagesApart = (
  connection: Connection,
  table: string,
  owner: number,
  ids: PageIds,
): ReadonlyArray<Uint8Array | undefined> => {
  if (ids.length <= MANY) {
    const sql = `SELECT bytes FROM ${table} WHERE owner = ? AND name = ? AND number = ?`
    return ids.map(({ name, number }) => cellToBytes(connection.row(sql, owner, name, number)?.[0]))
  }
  const sql = `SELECT asked.key, t.bytes FROM json_each(?) asked CROSS JOIN ${table} t
    WHERE t.owner = ? AND t.name = asked.value ->> 0 AND t.number = asked.value ->> 1`
  const asked = JSON.stringify(ids.map(({ name, number }) => [name, number]))
  const found: Array<Uint8Array | undefined> = ids.map(() => undefined)
  for (const [at, bytes] of connection.rows(sql, asked, owner))
    found[Number(at)] = cellToBytes(bytes)
  return found
}

const MANY = 64

/** The pages of each name by number; from a few names on in one statement, which is cheaper. */
export const pagesOf = (
  connection: Connection,
  table: string,
  owner: number,
  names: ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<Page>> => {
  if (names.length <= FEW) {
    const sql = `SELECT name, number, bytes FROM ${table} WHERE owner = ? AND name = ? ORDER BY number`
    return names.map((name) => connection.rows(sql, owner, name).map(rowToPage))
  }
  const found = names.map((): Array<Page> => [])
  if (names.length >= MANY && pagesBetween(connection, table, owner, names, found)) return found
  const sql = `SELECT asked.key, t.number, t.bytes FROM json_each(?) asked CROSS JOIN ${table} t
    WHERE t.owner = ? AND t.name = asked.value`
  for (const [at, number, bytes] of connection.rows(sql, JSON.stringify(names), owner)) {
    found[Number(at)]?.push({
      name: names[Number(at)] ?? "",
      number: Number(number),
      bytes: cellToBytes(bytes) ?? new Uint8Array(0),
    })
  }
  for (const pages of found) if (pages.length > 1) pages.sort((a, b) => a.number - b.number)
  return found
}

const DIGITS = new Uint8Array(128)
for (const [value, digit] of [..."0123456789ABCDEF"].entries()) DIGITS[digit.charCodeAt(0)] = value

/** Bytes from which on a blob costs no more to be handed over than its digits, as SQLite's `hex` gives them. */
const SMALL = 32

const bytesOfHex = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length >> 1)
  for (let i = 0; i < bytes.length; i++) {
    const high = DIGITS[text.charCodeAt(2 * i)] ?? 0
    bytes[i] = (high << 4) | (DIGITS[text.charCodeAt(2 * i + 1)] ?? 0)
  }
  return bytes
}

/** Pages for each name up to which all between the first and the last are read: mostly they are asked for. */
const USUAL_PAGES = 16

/**
 * Fills `found` from one stretch, at half the price, where the names stand in order and no very many
 * pages of others stand between them. Answers whether it has.
 */
const pagesBetween = (
  connection: Connection,
  table: string,
  owner: number,
  names: ReadonlyArray<string>,
  found: ReadonlyArray<Array<Page>>,
): boolean => {
  for (let i = 1; i < names.length; i++)
    if (compareText(names[i - 1] ?? "", names[i] ?? "") >= 0) return false
  const most = USUAL_PAGES * names.length
  const sql = `SELECT name, number, iif(length(bytes) < ${SMALL}, hex(bytes), bytes) FROM ${table} WHERE owner = ? AND name BETWEEN ? AND ? ORDER BY name, number ${LIMIT}`
  const rows = connection.rows(sql, owner, names[0] ?? "", names.at(-1) ?? "", most)
  if (rows.length === most) return false
  let at = 0
  for (const [text, number, bytes] of rows) {
    const read = String(text)
    let name = names[at]
    while (name !== undefined && name !== read && compareText(name, read) < 0) name = names[++at]
    if (name === read)
      found[at]?.push({
        name,
        number: Number(number),
        bytes: cellToBytes(bytes) ?? bytesOfHex(String(bytes)),
      })
  }
  return true
}

export const rowToPage = ([name, number, bytes]: Row): Page => ({
  name: String(name),
  number: Number(number),
  bytes: cellToBytes(bytes) ?? new Uint8Array(0),
})

const cellToBytes = (cell: Cell | undefined): Uint8Array | undefined =>
  cell instanceof Uint8Array ? cell : undefined
