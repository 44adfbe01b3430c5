/**
 * A range over an access path as one SQL statement.
 *
 * @module
 */
import { compareValues, type RangeOptions, type Value } from "@reminisce/store"
import { type Cell, valueToCell } from "./codec.ts"
import type { AccessPath } from "./Layout.ts"

export interface Query {
  readonly sql: string
  readonly cells: ReadonlyArray<Cell>
}

/**
 * How many rows at most, as a parameter. Without the sign SQLite looks at the number when it plans, and
 * plans the statement anew at every run.
 */
export const LIMIT = "LIMIT +?"

/** `FROM`, naming the index so that no planner has to find it. */
export const pathSource = ({ table, index, isIndexed }: AccessPath): string =>
  index === undefined || !isIndexed ? table : `${table} INDEXED BY ${index}`

/** `WHERE` for an entry under a prefix. */
export const prefixCondition = ({ columns }: AccessPath, prefix: ReadonlyArray<Value>): Query => ({
  sql: columns
    .map(({ name }, i) => (i < prefix.length ? `${name} = ?` : `${name} IS NOT NULL`))
    .join(" AND "),
  cells: prefix.map(valueToCell),
})

/** Undefined when no entry can be in the range. Each row holds the path's columns and the key. */
export const rangeQuery = (
  path: AccessPath,
  owner: number,
  options: RangeOptions,
): Query | undefined => {
  const { prefix, order, limit } = options
  const bounds = boundsOf(options)
  if (bounds === undefined) return undefined
  const where = prefixCondition(path, prefix)
  const names = [...path.columns.map(({ name }) => name), "key"]
  const free = names.slice(prefix.length)
  const conditions = ["owner = ?", where.sql]
  const cells: Array<Cell> = [owner, ...where.cells]
  for (const { comparison, values } of bounds) {
    const compared = free.slice(0, values.length).join(", ")
    conditions.push(`(${compared}) ${comparison} (${values.map(() => "?").join(", ")})`)
    cells.push(...values.map(valueToCell))
  }
  const direction = order === "descending" ? " DESC" : ""
  const sql = [
    `SELECT ${names.join(", ")} FROM ${pathSource(path)}`,
    `WHERE ${conditions.join(" AND ")}`,
    `ORDER BY ${free.map((name) => name + direction).join(", ")} ${LIMIT}`,
  ].join(" ")
  return { sql, cells: [...cells, limit] }
}

/** Compares the first of the columns behind the prefix with as many values. */
interface Bound {
  readonly comparison: ">" | ">=" | "<"
  readonly values: ReadonlyArray<Value>
}

/**
 * At most one bound on each side: of a cursor and a limit on the same side the nearer implies the
 * other, and SQLite seeks to one only. Undefined when the cursor has left the prefix behind.
 */
const boundsOf = ({
  prefix,
  from,
  to,
  after,
  order,
}: RangeOptions): ReadonlyArray<Bound> | undefined => {
  const lower: ReadonlyArray<Bound> =
    from === undefined ? [] : [{ comparison: ">=", values: [from] }]
  const upper: ReadonlyArray<Bound> = to === undefined ? [] : [{ comparison: "<", values: [to] }]
  if (after === undefined) return [...lower, ...upper]
  const sign = order === "descending" ? -1 : 1
  const place = sign * compareToPrefix(after.values, prefix)
  if (place > 0) return undefined
  if (place < 0) return [...lower, ...upper]
  const rest = [...after.values.slice(prefix.length), after.key]
  const first = rest[0]
  const limit = sign > 0 ? from : to
  const isNearer =
    limit === undefined || (first !== undefined && sign * compareValues(first, limit) >= 0)
  if (!isNearer) return [...lower, ...upper]
  return sign > 0
    ? [{ comparison: ">", values: rest }, ...upper]
    : [...lower, { comparison: "<", values: rest }]
}

const compareToPrefix = (values: ReadonlyArray<Value>, prefix: ReadonlyArray<Value>): number => {
  for (const [i, value] of prefix.entries()) {
    const order = compareValues(values[i] ?? value, value)
    if (order !== 0) return order
  }
  return 0
}
