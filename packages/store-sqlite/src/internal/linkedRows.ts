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

/** Rows of `selected` for links in which any of `players` plays `role`, by link key; of one type at most `limit`. */
export const linkedRows = (
  connection: Connection,
  table: LinkTable,
  owner: number,
  roleName: string,
  players: ReadonlyArray<Ref>,
  limit?: number,
): ReadonlyArray<Row> => {
  const role = table.roles.find(({ name }) => name === roleName)
  if (role === undefined) return []
  const found = [...Map.groupBy(players, ({ type }) => type)].map(([type, refs]) => {
    const { sql, cells } = linkedQuery(table, role, owner, type, refs)
    return limit === undefined
      ? connection.rows(sql, ...cells)
      : connection.rows(`${sql} ${LIMIT}`, ...cells, limit)
  })
  return found.length < 2
    ? found.flat()
    : found.flat().sort((a, b) => compareText(String(a[0]), String(b[0])))
}

/** Links of players of one type. */
export const linkedQuery = (
  { name, selected, isIndexed }: LinkTable,
  { index, keyColumn, typeColumn }: Role,
  owner: number,
  type: string,
  players: ReadonlyArray<Ref>,
): Query => {
  const keys = [...new Set(players.map(({ key }) => key))]
  // The links of one player stand in order; those of several are sorted.
  const [from, player, own]: readonly [string, string, ReadonlyArray<string>] =
    keys.length === 1
      ? [`${name} t`, "?", keys]
      : [`json_each(?) player CROSS JOIN ${name} t`, "player.value", []]
  const isFirst = index === undefined
  const sql = [
    `SELECT ${selected} FROM ${from} ${isFirst || !isIndexed ? "" : `INDEXED BY ${index}`}`,
    `WHERE t.owner = ? AND t.${keyColumn} = ${player} AND t.${typeColumn} = ?`,
    // A link's key begins with its first end, so that these links stand together. Between the parts
    // of a key stands the last control character, 31; a space is the next.
    isFirst
      ? `AND t.key > ? || char(31) || ${player} || char(31) AND t.key < ? || char(31) || ${player} || ' '`
      : "",
    "ORDER BY t.key",
  ].join(" ")
  const cells = [owner, ...own, type, ...(isFirst ? [type, ...own, type, ...own] : [])]
  return { sql, cells: keys.length === 1 ? cells : [JSON.stringify(keys), ...cells] }
}
