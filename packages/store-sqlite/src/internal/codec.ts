/**
 * Attributes to columns and back. Booleans are 0 and 1, sets JSON arrays, an absent value or an
 * empty set NULL.
 *
 * @module
 */
import type {
  Attributes,
  AttributeValue,
  LinkEnds,
  Ref,
  StoreLink,
  StoreRecord,
  Value,
  ValueKind,
} from "@reminisce/store"
import type { Column, LinkTable, RecordTable } from "./Layout.ts"

/** What SQLite gives and takes. */
export type Cell = null | number | string | Uint8Array
export type Row = ReadonlyArray<Cell>

export const valueToCell = (value: Value): number | string =>
  typeof value === "boolean" ? Number(value) : value

export const attributeToCell = (value: AttributeValue | undefined): Cell => {
  if (value === undefined) return null
  if (typeof value === "object") return value.length === 0 ? null : JSON.stringify(value)
  return valueToCell(value)
}

export const cellToValue = (kind: ValueKind, cell: Cell | undefined): Value =>
  kind === "boolean" ? cell === 1 : typeof cell === "number" ? cell : String(cell)

/** A row of the table's `selected` columns. */
export const rowToRecord = (table: RecordTable, row: Row): StoreRecord => {
  const key = String(row[0])
  return table.slotted
    ? {
        type: table.type,
        key,
        slot: Number(row[1]),
        attributes: cellsToAttributes(table.columns, row, 2),
      }
    : { type: table.type, key, attributes: cellsToAttributes(table.columns, row, 1) }
}

/** A row of the table's `selected` columns. */
export const rowToLink = ({ type, roles, columns }: LinkTable, row: Row): StoreLink => {
  const ends: { [role: string]: Ref } = {}
  let at = 1
  for (const { name } of roles) {
    ends[name] = { type: String(row[at]), key: String(row[at + 1]) }
    at += 2
  }
  return { type, key: String(row[0]), ends, attributes: cellsToAttributes(columns, row, at) }
}

export const endsToCells = ({ roles }: LinkTable, ends: LinkEnds): ReadonlyArray<Cell> =>
  roles.flatMap(({ name }) => [ends[name]?.type ?? null, ends[name]?.key ?? null])

/** Most sets have one text, and nothing in it that JSON writes otherwise. */
const setOf = (json: string): ReadonlyArray<Value> =>
  json.startsWith('["') &&
  json.indexOf('"', 2) === json.length - 2 &&
  json.endsWith("]") &&
  !json.includes("\\")
    ? [json.slice(2, -2)]
    : JSON.parse(json)

const cellsToAttributes = (
  columns: ReadonlyArray<Column>,
  row: Row,
  offset: number,
): Attributes => {
  const attributes: { [name: string]: AttributeValue } = {}
  let at = offset
  for (const { attribute, kind, many } of columns) {
    const cell = row[at++]
    if (many) attributes[attribute] = typeof cell === "string" ? setOf(cell) : []
    else if (cell !== null) attributes[attribute] = cellToValue(kind, cell)
  }
  return attributes
}
