/**
 * Writes of records, links and index entries as statements: one for any number of rows, which travel
 * as JSON in one value and are spread by the server.
 *
 * @module
 */
import type { Attributes, LinkWrite, RecordWrite, Ref } from "@reminisce/store"
import {
  type Column,
  cutKey,
  type IndexAccess,
  type LinkTable,
  type RecordTable,
  sqlType,
} from "./Layout.ts"
import type { Statement } from "./Sessions.ts"

/** What a plan changes of one record or link. */
export interface ChangedRow {
  readonly key: string
  readonly set: Attributes
  readonly unset: ReadonlyArray<string>
}

/** Attributes under the names of their columns. */
const rowOf = (
  columns: ReadonlyArray<Column>,
  attributes: Attributes,
): { readonly [column: string]: unknown } =>
  Object.fromEntries(
    columns.flatMap(({ attribute, name }) =>
      Object.hasOwn(attributes, attribute) ? [[name.slice(1, -1), attributes[attribute]]] : [],
    ),
  )

const declare = (columns: ReadonlyArray<Column>): ReadonlyArray<string> =>
  columns.map((column) => `${column.name} ${sqlType(column)}`)

export const insertRecords = (
  { table, slotted, columns }: RecordTable,
  owner: string,
  created: ReadonlyArray<RecordWrite>,
  firstSlot: number,
): Statement => {
  const names = ["key", "slot", ...columns.map(({ name }) => name)].join(", ")
  const rows = created.map(({ key, attributes }, i) => ({
    key,
    ...(slotted ? { slot: firstSlot + i } : {}),
    ...rowOf(columns, attributes),
  }))
  return {
    text: `insert into ${table} (owner, ${names}) select $1::uuid, ${names}
      from json_to_recordset($2::json) as given (${["key text", "slot int", ...declare(columns)].join(", ")})`,
    values: [owner, JSON.stringify(rows)],
  }
}

export const insertLinks = (
  { table, ends, columns }: LinkTable,
  owner: string,
  made: ReadonlyArray<LinkWrite & Ref>,
): Statement => {
  const endNames = ends.flatMap((end) => [end.type, end.key])
  const names = ["key", ...endNames, ...columns.map(({ name }) => name)].join(", ")
  const declared = ["key", ...endNames].map((name) => `${name} text`)
  const rows = made.map((link) => ({
    key: link.key,
    ...Object.fromEntries(
      ends.flatMap((end) => [
        [end.type, link.ends[end.role]?.type],
        [end.key, link.ends[end.role]?.key],
      ]),
    ),
    ...rowOf(columns, link.attributes),
  }))
  return {
    text: `insert into ${table} (owner, ${names}) select $1::uuid, ${names}
      from json_to_recordset($2::json) as given (${[...declared, ...declare(columns)].join(", ")})`,
    values: [owner, JSON.stringify(rows)],
  }
}

/** Works for tables of records and of links: the cut of a short key is the key. */
export const updateRows = (
  table: string,
  columns: ReadonlyArray<Column>,
  owner: string,
  changed: ReadonlyArray<ChangedRow>,
): Statement => {
  const sets = columns.map(
    ({ attribute, name }) =>
      `${name} = case when '${attribute}' = any(given.unset) then null
        else coalesce(given.${name}, old.${name}) end`,
  )
  const rows = changed.map(({ key, set, unset }) => ({ key, unset, ...rowOf(columns, set) }))
  return {
    text: `update ${table} as old set ${sets.join(", ")}
      from json_to_recordset($2::json) as given (${["key text", "unset text[]", ...declare(columns)].join(", ")})
      where old.owner = $1::uuid and old.key = given.key and ${cutKey("old.key")} = ${cutKey("given.key")}`,
    values: [owner, JSON.stringify(rows)],
  }
}

export const deleteByKey = (
  table: string,
  owner: string,
  keys: ReadonlyArray<string>,
): Statement => ({
  text: `delete from ${table} where owner = $1::uuid and key = any($2::text[])`,
  values: [owner, keys],
})

export const deleteLinks = (
  { table }: LinkTable,
  owner: string,
  keys: ReadonlyArray<string>,
): Statement => ({
  text: `delete from ${table} using unnest($2::text[]) as gone
    where owner = $1::uuid and key = gone and ${cutKey("key")} = ${cutKey("gone")}`,
  values: [owner, keys],
})

/** One entry for each value of the index's `many` attribute. */
const selectEntries = ({ table, columns, entries }: IndexAccess, record: RecordTable): string => {
  const from = entries?.from ?? []
  const many = from.find((column) => column.many)?.name ?? ""
  const values = from.map((column) => (column.many ? "one" : `record.${column.name}`))
  const names = columns.map(({ name }) => name).join(", ")
  return `insert into ${table} (owner, key, ${names})
      select record.owner, record.key, ${values.join(", ")}
      from ${record.table} as record, unnest(record.${many}) as one
      where ${values.map((value) => `${value} is not null`).join(" and ")}`
}

export const insertEntries = (
  index: IndexAccess,
  record: RecordTable,
  owner: string,
  keys: ReadonlyArray<string>,
): Statement => ({
  text: `${selectEntries(index, record)}
      and record.owner = $1::uuid and record.key = any($2::text[])`,
  values: [owner, keys],
})

/** For an index that is new to a store. */
export const insertAllEntries = (index: IndexAccess, record: RecordTable): Statement => ({
  text: selectEntries(index, record),
})
