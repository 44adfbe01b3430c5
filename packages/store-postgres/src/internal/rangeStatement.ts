/**
 * Questions to a declared index as statements. Text is compared by its bytes, and bounded in its cut
 * form too, because that is what the B-tree is ordered by.
 *
 * @module
 */
import { compareValues, type RangeOptions, type Value } from "@reminisce/store"
import { type Column, cut, type IndexAccess, sortedBy, sqlType } from "./Layout.ts"
import type { Statement } from "./Sessions.ts"

/** Collects conditions and the values they compare with. */
interface Question {
  readonly conditions: Array<string>
  readonly values: Array<unknown>
}

/** Entries under a prefix, of the owner that a column or a bound value names. */
const entriesUnder = (
  index: IndexAccess,
  owner: string,
  values: Array<unknown>,
  prefix: ReadonlyArray<Value>,
): Question => {
  const hasAll = index.columns.map(({ name }) => `${name} is not null`)
  const question: Question = { conditions: [`owner = ${owner}`, ...hasAll], values }
  index.columns.slice(0, prefix.length).forEach((column, i) => {
    bound(question, column, "=", prefix[i])
  })
  return question
}

const bind = (question: Question, type: string, value: unknown): string =>
  `$${question.values.push(value)}::${type}`

const bound = (
  question: Question,
  column: Column,
  operator: "=" | "<" | ">" | ">=",
  value: unknown,
): void => {
  const given = bind(question, sqlType(column), value)
  if (column.kind === "text") {
    // A cut text may equal its cut bound although the whole ones differ.
    const cutOperator = operator === "<" ? "<=" : operator === ">" ? ">=" : operator
    question.conditions.push(`${cut(column.name)} ${cutOperator} ${cut(given)}`)
  }
  question.conditions.push(`${column.name} ${operator} ${given}`)
}

export const countStatement = (
  index: IndexAccess,
  owner: string,
  prefix: ReadonlyArray<Value>,
): Statement => {
  const { conditions, values } = entriesUnder(index, "$1::uuid", [owner], prefix)
  return {
    text: `select count(*) from ${index.table} where ${conditions.join(" and ")}`,
    values,
  }
}

/** Undefined where the options exclude every entry. */
export const rangeStatement = (
  index: IndexAccess,
  owner: string,
  options: RangeOptions,
): Statement | undefined => {
  const { prefix, from, to, after, limit } = options
  const isDescending = options.order === "descending"
  const question = entriesUnder(index, "$1::uuid", [owner], prefix)
  const rest = index.columns.slice(prefix.length)
  const next = rest[0]
  if (next !== undefined && from !== undefined) bound(question, next, ">=", from)
  if (next !== undefined && to !== undefined) bound(question, next, "<", to)
  if (after !== undefined) {
    const position = comparePrefix(after.values, prefix) * (isDescending ? -1 : 1)
    if (position > 0) return undefined
    if (position === 0) {
      const values = [...after.values.slice(prefix.length), after.key]
      behind(question, rest, values, isDescending ? "<" : ">")
    }
  }
  const direction = isDescending ? " desc" : ""
  const order = [...rest.flatMap(orderOf), "key"].map((part) => part + direction).join(", ")
  const columns = [...index.columns.map(({ name }) => name), "key"].join(", ")
  const last = bind(question, "bigint", limit)
  return {
    text: `select ${columns} from ${index.table}
      where ${question.conditions.join(" and ")} order by ${order} limit ${last}`,
    values: question.values,
  }
}

const orderOf = (column: Column): ReadonlyArray<string> =>
  column.kind === "text" ? [sortedBy(column), column.name] : [column.name]

const comparePrefix = (values: ReadonlyArray<Value>, prefix: ReadonlyArray<Value>): number => {
  for (const [i, value] of prefix.entries()) {
    const other = values[i]
    const order = other === undefined ? 0 : compareValues(other, value)
    if (order !== 0) return order
  }
  return 0
}

/** Entries strictly behind one, by the columns left to order and then by key. */
const behind = (
  question: Question,
  rest: ReadonlyArray<Column>,
  values: ReadonlyArray<Value>,
  operator: "<" | ">",
): void => {
  const columns = [...rest.map(({ name }) => name), "key"]
  const types = [...rest.map(sqlType), "text"]
  const given = types.map((type, i) => bind(question, type, values[i]))
  question.conditions.push(`(${columns.join(", ")}) ${operator} (${given.join(", ")})`)
  const first = rest[0]
  if (first?.kind === "text")
    question.conditions.push(`${cut(first.name)} ${operator}= ${cut(given[0] ?? "")}`)
}

/** Names of owners behind `after` with an entry under the prefix. */
export const ownersWithStatement = (
  ownerTable: string,
  index: IndexAccess,
  prefix: ReadonlyArray<Value>,
  after: string,
  limit: number,
): Statement => {
  const { conditions, values } = entriesUnder(index, "o.id", [after, limit], prefix)
  return {
    text: `select o.name from ${ownerTable} o
      where o.name > $1::text and exists (select from ${index.table} where ${conditions.join(" and ")})
      order by o.name limit $2::bigint`,
    values,
  }
}
