/**
 * Links by who plays a role in them.
 *
 * @module
 */
import { compareText, type Ref } from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import type { Row } from "./codec.ts"
import type { LinkTable, Role } from "./Layout.ts"
import { LIMIT, type Query } from "./rangeQuery.ts"

export interface LinkedOptions {
  readonly after?: string
  readonly limit: number
}

/** Rows of `selected` for links in which any of `players` plays `role`, by link key, behind `after`. */
export const linkedRows = (
  connection: Connection,
  table: LinkTable,
  owner: number,
  roleName: string,
  players: ReadonlyArray<Ref>,
  options: LinkedOptions,
): ReadonlyArray<Row> => {
  const role = table.roles.find(({ name }) => name === roleName)
  if (role === undefined) return []
  const rowsOf = ({ sql, cells }: Query): ReadonlyArray<Row> => connection.rows(sql, ...cells)
  const keysByType = distinctKeys(players)
  const [[type, keys] = ["", new Set<string>()], another] = keysByType
  if (another === undefined && keys.size < 2) {
    const [key] = keys
    return key === undefined ? [] : rowsOf(linkedQuery(table, role, owner, type, key, options))
  }
  const found: Array<Row> = []
  for (const [type, keys] of keysByType) {
    const listed = [...keys]
    const few = rowsOf(fewQuery(table, role, owner, type, listed, options))
    const rows =
      few.length <= options.limit
        ? few
        : listed.flatMap((key) => rowsOf(linkedQuery(table, role, owner, type, key, options)))
    for (const row of rows) found.push(row)
  }
  return found.sort((a, b) => compareText(String(a[0]), String(b[0]))).slice(0, options.limit)
}

const distinctKeys = (players: ReadonlyArray<Ref>): ReadonlyMap<string, ReadonlySet<string>> => {
  const types = new Map<string, Set<string>>()
  for (const { type, key } of players) {
    const keys = types.get(type)
    if (keys === undefined) types.set(type, new Set([key]))
    else keys.add(key)
  }
  return types
}

/** Links of one player, which stand in order. */
export const linkedQuery = (
  { name, selected, isIndexed }: LinkTable,
  { index, keyColumn, typeColumn }: Role,
  owner: number,
  type: string,
  player: string,
  { after = "", limit }: LinkedOptions,
): Query => {
  const where = `WHERE t.owner = ? AND t.${keyColumn} = ? AND t.${typeColumn} = ?`
  const isFirst = index === undefined
  const source = isFirst || !isIndexed ? `${name} t` : `${name} t INDEXED BY ${index}`
  const [start, end] = firstEnd(type, player)
  const from = isFirst && compareText(start, after) > 0 ? start : after
  const bounds = isFirst ? "t.key > ? AND t.key < ?" : "t.key > ?"
  return {
    sql: `SELECT ${selected} FROM ${source} ${where} AND ${bounds} ORDER BY t.key ${LIMIT}`,
    cells: [owner, player, type, from, ...(isFirst ? [end] : []), limit],
  }
}

/**
 * Links of several players in no order, and one more than `limit` when there are more: so that no
 * more are looked at, however many there are.
 */
export const fewQuery = (
  { name, selected, isIndexed }: LinkTable,
  { index, keyColumn, typeColumn }: Role,
  owner: number,
  type: string,
  players: ReadonlyArray<string>,
  { after = "", limit }: LinkedOptions,
): Query => {
  const isFirst = index === undefined
  const sql = [
    `SELECT ${selected} FROM json_each(?) player`,
    `CROSS JOIN ${name} t ${isFirst || !isIndexed ? "" : `INDEXED BY ${index}`}`,
    `WHERE t.owner = ? AND t.${keyColumn} = player.value AND t.${typeColumn} = ?`,
    isFirst
      ? "AND t.key > ? || char(31) || player.value || char(31) AND t.key < ? || char(31) || player.value || ' '"
      : "",
    `AND +t.key > ? ${LIMIT}`,
  ].join(" ")
  const bounds = isFirst ? [type, type] : []
  return { sql, cells: [JSON.stringify(players), owner, type, ...bounds, after, limit + 1] }
}

/**
 * A link's key begins with its first end, so that the links of one stand together. Between the parts
 * of a key stands the last control character, 31; a space is the next.
 */
const firstEnd = (type: string, key: string): readonly [start: string, end: string] => [
  `${type}\u001f${key}\u001f`,
  `${type}\u001f${key} `,
]
