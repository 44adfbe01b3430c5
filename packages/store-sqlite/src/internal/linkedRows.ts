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
  const found = [...Map.groupBy(players, ({ type }) => type)].flatMap(([type, refs]) => {
    const keys = [...new Set(refs.map(({ key }) => key))]
    const [first = "", second] = keys
    if (second === undefined) return [rowsOf(linkedQuery(table, role, owner, type, first, options))]
    const few = rowsOf(fewQuery(table, role, owner, type, keys, options))
    return few.length <= options.limit
      ? [few]
      : keys.map((key) => rowsOf(linkedQuery(table, role, owner, type, key, options)))
  })
  const [only = [], ...others] = found
  if (others.length === 0 && new Set(players.map(({ key }) => key)).size < 2) return only
  return found
    .flat()
    .sort((a, b) => compareText(String(a[0]), String(b[0])))
    .slice(0, options.limit)
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
