/**
 * The statements that make a layout's tables, or add what is missing to them. Columns of records may
 * all be null: a process that does not know a host's attribute writes records without it.
 *
 * @module
 */
import {
  type Column,
  cutKey,
  type IndexAccess,
  type Layout,
  type LinkTable,
  type RecordTable,
  type SpaceTable,
  sortedBy,
  sqlType,
} from "./Layout.ts"
import { sqlName } from "./names.ts"

/** Each may be run again. Keys have at most 512 bytes; those of links have no limit. */
export const createTables = (layout: Layout): ReadonlyArray<string> => [
  `create table if not exists ${layout.store} (
    application text not null, layout int not null, version bigint not null,
    revision bigint not null, definition text not null)`,
  `create table if not exists ${layout.owner} (
    id uuid primary key, name text collate "C" not null, sequence bigint not null,
    last_at bigint, floor bigint not null, slots jsonb not null)`,
  `create index if not exists "owner_by_name" on ${layout.owner} (name)`,
  `create table if not exists ${layout.change} (
    owner uuid not null, sequence bigint not null, plan text not null, at bigint not null,
    touched text not null, primary key (owner, sequence))`,
  ...[...layout.records.values()].flatMap(recordTable),
  ...[...layout.links.values()].flatMap(linkTable),
  ...[...layout.indexes.values()].flatMap((index) =>
    index.entries === undefined ? recordIndex(index) : entryTable(index),
  ),
  ...[...layout.spaces.values()].flatMap(spaceTable),
]

interface ColumnDefinition {
  readonly name: string
  readonly type: string
  /** Default: may be null. */
  readonly required?: boolean
}

const TEXT = 'text collate "C"'
const OWNER: ColumnDefinition = { name: "owner", type: "uuid", required: true }
const KEY: ColumnDefinition = { name: "key", type: TEXT, required: true }

/**
 * Makes the table with all columns, or adds those it lacks. Of text the planner keeps no statistics:
 * they would hold samples of it after it was erased.
 */
const createTable = (
  table: string,
  columns: ReadonlyArray<ColumnDefinition>,
  constraint?: string,
): ReadonlyArray<string> => {
  const defined = columns.map(
    ({ name, type, required }) => `${name} ${type}${required === true ? " not null" : ""}`,
  )
  const changes = [
    ...defined.map((definition) => `add column if not exists ${definition}`),
    ...columns
      .filter(({ type }) => type.startsWith("text"))
      .map(({ name }) => `alter column ${name} set statistics 0`),
  ]
  return [
    `create table if not exists ${table} (${[...defined, ...(constraint === undefined ? [] : [constraint])].join(", ")})`,
    `alter table ${table} ${changes.join(", ")}`,
  ]
}

const attributeColumns = (columns: ReadonlyArray<Column>): ReadonlyArray<ColumnDefinition> =>
  columns.map((column) => ({ name: column.name, type: columnType(column) }))

const columnType = (column: Column): string =>
  column.kind === "text" ? `${sqlType(column)} collate "C"` : sqlType(column)

const recordTable = ({ type, table, slotted, columns }: RecordTable): ReadonlyArray<string> => [
  ...createTable(
    table,
    [OWNER, KEY, { name: "slot", type: "int" }, ...attributeColumns(columns)],
    "primary key (owner, key)",
  ),
  ...(slotted
    ? [`create unique index if not exists ${sqlName("s", type)} on ${table} (owner, slot)`]
    : []),
]

const linkTable = ({ type, table, ends, columns }: LinkTable): ReadonlyArray<string> => {
  const endColumns = ends.flatMap((end) => [
    { name: end.type, type: "text", required: true },
    { name: end.key, type: TEXT, required: true },
  ])
  return [
    ...createTable(table, [OWNER, KEY, ...endColumns, ...attributeColumns(columns)]),
    ...createIndex(sqlName("k", type), table, ["owner", cutKey("key")]),
    ...ends.flatMap((end, i) =>
      createIndex(sqlName(`e${i}`, type), table, ["owner", cutKey(end.key)]),
    ),
  ]
}

/** Entries need every attribute, so the index is partial; a range states the same. */
const recordIndex = ({ name, table, columns }: IndexAccess): ReadonlyArray<string> =>
  createIndex(
    sqlName("i", name),
    table,
    ["owner", ...columns.map(sortedBy), "key"],
    columns.map((column) => `${column.name} is not null`).join(" and "),
  )

const entryTable = ({ name, table, columns }: IndexAccess): ReadonlyArray<string> => [
  ...createTable(table, [
    OWNER,
    KEY,
    ...attributeColumns(columns).map((column) => ({ ...column, required: true })),
  ]),
  ...createIndex(sqlName("i", name), table, ["owner", ...columns.map(sortedBy), "key"]),
  ...createIndex(sqlName("j", name), table, ["owner", "key"]),
]

const spaceTable = ({ name, table, tracked }: SpaceTable): ReadonlyArray<string> => [
  ...createTable(
    table,
    [
      OWNER,
      { name: "name", type: TEXT, required: true },
      { name: "number", type: "int", required: true },
      { name: "sequence", type: "bigint", required: true },
      { name: "data", type: "bytea", required: true },
    ],
    "primary key (owner, name, number)",
  ),
  // Pages are packed already.
  `alter table ${table} alter column data set storage external`,
  ...(tracked
    ? [`create index if not exists ${sqlName("t", name)} on ${table} (owner, sequence)`]
    : []),
]

/** Cut text in an index is an expression, which has statistics of its own. */
const createIndex = (
  name: string,
  table: string,
  parts: ReadonlyArray<string>,
  only?: string,
): ReadonlyArray<string> => {
  const namespace = table.slice(0, table.indexOf("."))
  const where = only === undefined ? "" : ` where ${only}`
  const silent = parts.flatMap((part, i) =>
    part.startsWith("left(") ? [`alter column ${i + 1} set statistics 0`] : [],
  )
  return [
    `create index if not exists ${name} on ${table} (${parts.join(", ")})${where}`,
    ...(silent.length === 0 ? [] : [`alter index ${namespace}.${name} ${silent.join(", ")}`]),
  ]
}
