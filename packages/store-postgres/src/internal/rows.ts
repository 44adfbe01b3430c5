/**
 * Rows as they come from the driver, made into records and links.
 *
 * @module
 */
import type { Attributes, AttributeValue, StoreLink, StoreRecord } from "@reminisce/store"
import type { Column, LinkTable, RecordTable } from "./Layout.ts"
import type { Row } from "./Sessions.ts"

const namesOf = (columns: ReadonlyArray<Column>): ReadonlyArray<string> =>
  columns.map(({ name }) => name)

/** What `recordOf` reads, in its order. */
export const recordColumns = ({ columns }: RecordTable): string =>
  ["key", "slot", ...namesOf(columns)].join(", ")

export const recordOf = ({ type, slotted, columns }: RecordTable, row: Row): StoreRecord => ({
  type,
  key: String(row[0]),
  ...(slotted ? { slot: Number(row[1]) } : {}),
  attributes: attributesOf(columns, row, 2),
})

/** What `linkOf` reads, in its order. */
export const linkColumns = ({ ends, columns }: LinkTable): string =>
  ["key", ...ends.flatMap((end) => [end.type, end.key]), ...namesOf(columns)].join(", ")

export const linkOf = ({ type, ends, columns }: LinkTable, row: Row): StoreLink => ({
  type,
  key: String(row[0]),
  ends: Object.fromEntries(
    ends.map(({ role }, i) => [
      role,
      { type: String(row[1 + 2 * i]), key: String(row[2 + 2 * i]) },
    ]),
  ),
  attributes: attributesOf(columns, row, 1 + 2 * ends.length),
})

const attributesOf = (columns: ReadonlyArray<Column>, row: Row, from: number): Attributes => {
  const attributes: { [name: string]: AttributeValue } = {}
  columns.forEach(({ attribute, many }, i) => {
    const value = row[from + i] ?? (many ? [] : undefined)
    if (value !== undefined) attributes[attribute] = value as AttributeValue
  })
  return attributes
}
