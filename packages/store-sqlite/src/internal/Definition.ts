/**
 * A layout as SQL definitions, and the statements that take a database from one layout to a larger
 * one. Identifiers come from a checked schema and nowhere else.
 *
 * @module
 */
import type { AccessPath, Column, Layout, LinkTable, PageTable, RecordTable } from "./Layout.ts"
import { identifier } from "./Layout.ts"

export interface Definition {
  readonly kind: "table" | "index" | "trigger"
  readonly name: string
  readonly sql: string
  /** Tables only: their columns as they are declared. */
  readonly columns: ReadonlyArray<string>
  /** Fills what was created beside data that was there before. */
  readonly fill?: string
  /** Of an index that is made when all rows are there, where very many come at once. */
  readonly canWait?: true
}

const table = (
  name: string,
  columns: ReadonlyArray<string>,
  constraints: ReadonlyArray<string>,
  options: string,
): Definition => ({
  kind: "table",
  name,
  sql: `CREATE TABLE ${name} (${[...columns, ...constraints].join(", ")}) ${options}`,
  columns,
})

const index = (name: string, on: string): Definition => ({
  kind: "index",
  name,
  sql: `CREATE INDEX ${name} ON ${on}`,
  columns: [],
})

/** One that no rule of the tables rests on. */
const indexThatWaits = (name: string, on: string): Definition => ({
  ...index(name, on),
  canWait: true,
})

const attributeColumns = (columns: ReadonlyArray<Column>): ReadonlyArray<string> =>
  columns.map(({ name, kind, many }) => `${name} ${many || kind === "text" ? "TEXT" : "INTEGER"}`)

/** Of the row's other columns: see `checksum.ts`. Entries of an index have none, since their rows tell them. */
const CHECKSUM = "checksum INTEGER NOT NULL"

export const definitionsOf = (layout: Layout): ReadonlyArray<Definition> => [
  table(
    "store",
    [
      "id INTEGER PRIMARY KEY CHECK (id = 1)",
      "encoding INTEGER NOT NULL",
      "version INTEGER NOT NULL",
      "generation INTEGER NOT NULL",
      "schema TEXT NOT NULL",
      CHECKSUM,
    ],
    [],
    "STRICT",
  ),
  table(
    "owner",
    [
      "id INTEGER PRIMARY KEY",
      "name TEXT NOT NULL UNIQUE",
      "sequence INTEGER NOT NULL",
      "last_at INTEGER NOT NULL",
      ...[...layout.counters.values()].map((name) => `${name} INTEGER NOT NULL DEFAULT 0`),
      CHECKSUM,
    ],
    [],
    "STRICT",
  ),
  table(
    "change",
    [
      "owner INTEGER NOT NULL",
      "sequence INTEGER NOT NULL",
      "plan TEXT NOT NULL",
      "at INTEGER NOT NULL",
      "touched TEXT NOT NULL",
      CHECKSUM,
    ],
    ["PRIMARY KEY (owner, sequence)"],
    "STRICT, WITHOUT ROWID",
  ),
  ...[...layout.records.values()].map(recordDefinition),
  ...[...layout.links.values()].flatMap(linkDefinitions),
  ...[...layout.paths.values()].flatMap((path) => pathDefinitions(layout, path)),
  ...[...layout.pages.values()].flatMap(pageDefinitions),
]

const recordDefinition = ({ name, slotted, columns }: RecordTable): Definition =>
  slotted
    ? table(
        name,
        [
          "owner INTEGER NOT NULL",
          "key TEXT NOT NULL",
          "slot INTEGER NOT NULL",
          ...attributeColumns(columns),
          CHECKSUM,
        ],
        ["UNIQUE (owner, key)", "UNIQUE (owner, slot)"],
        "STRICT",
      )
    : table(
        name,
        ["owner INTEGER NOT NULL", "key TEXT NOT NULL", ...attributeColumns(columns), CHECKSUM],
        ["PRIMARY KEY (owner, key)"],
        "STRICT, WITHOUT ROWID",
      )

const linkDefinitions = ({ name, roles, columns }: LinkTable): ReadonlyArray<Definition> => [
  table(
    name,
    [
      "owner INTEGER NOT NULL",
      "key TEXT NOT NULL",
      ...roles.flatMap(({ typeColumn, keyColumn }) => [
        `${typeColumn} TEXT NOT NULL`,
        `${keyColumn} TEXT NOT NULL`,
      ]),
      ...attributeColumns(columns),
      CHECKSUM,
    ],
    ["PRIMARY KEY (owner, key)"],
    "STRICT, WITHOUT ROWID",
  ),
  ...roles.flatMap(({ typeColumn, keyColumn, index: by }) =>
    by === undefined ? [] : [indexThatWaits(by, `${name} (owner, ${keyColumn}, ${typeColumn})`)],
  ),
]

/** Records that lack one of the attributes have no entry. */
const pathDefinitions = (layout: Layout, path: AccessPath): ReadonlyArray<Definition> => {
  const names = path.columns.map(({ name }) => name)
  if (path.index !== undefined) {
    const present = names.map((name) => `${name} IS NOT NULL`).join(" AND ")
    return [
      indexThatWaits(
        path.index,
        `${path.table} (owner, ${names.join(", ")}, key) WHERE ${present}`,
      ),
    ]
  }
  const declared = layout.schema.indexes[path.name]
  const record = layout.records.get(declared?.type ?? "")
  return record === undefined ? [] : entryDefinitions(path, record)
}

/**
 * An index over a set has an entry per value, in a table of its own. Triggers keep it, so that a
 * process that does not know a host's index cannot leave it behind.
 */
const entryDefinitions = (path: AccessPath, record: RecordTable): ReadonlyArray<Definition> => {
  const { name, table: entries, columns } = path
  const names = columns.map((column) => column.name)
  const into = `${entries} (${listed(path)})`
  const add = `INSERT INTO ${into} ${entryRows(path, "new")};`
  const remove = `DELETE FROM ${entries} WHERE (${listed(path)}) IN (${entryRows(path, "old")});`
  const set = columns.find(({ many }) => many)?.name ?? ""
  /** Most rows have no value in most sets: such a row has no entries. */
  const trigger = (event: string, on: string, when: string, body: string): Definition => ({
    kind: "trigger",
    name: identifier(event, name),
    sql: `CREATE TRIGGER ${identifier(event, name)} AFTER ${on} ON ${record.name} WHEN ${when} BEGIN ${body} END`,
    columns: [],
  })
  const isFilled = (row: string): string => `${row}.${set} IS NOT NULL`
  return [
    {
      ...table(
        entries,
        [
          "owner INTEGER NOT NULL",
          ...columns.map(
            (column) => `${column.name} ${column.kind === "text" ? "TEXT" : "INTEGER"} NOT NULL`,
          ),
          "key TEXT NOT NULL",
        ],
        [`PRIMARY KEY (${listed(path)})`],
        "STRICT, WITHOUT ROWID",
      ),
      fill: `INSERT INTO ${into} ${entryRows(path, record.name, `${record.name}, `)}`,
    },
    trigger("added", "INSERT", isFilled("new"), add),
    trigger(
      "changed",
      `UPDATE OF ${names.join(", ")}`,
      `${isFilled("old")} OR ${isFilled("new")}`,
      `${remove} ${add}`,
    ),
    trigger("removed", "DELETE", isFilled("old"), remove),
  ]
}

/** For each index over a set, how many entries are there without a row that gives them, or the other way round. */
export const entryDifference = (
  layout: Layout,
): ReadonlyArray<{ readonly name: string; readonly sql: string }> =>
  [...layout.paths.values()].flatMap((path) => {
    const record = layout.records.get(layout.schema.indexes[path.name]?.type ?? "")
    if (path.index !== undefined || record === undefined) return []
    const stored = `SELECT ${listed(path)} FROM ${path.table}`
    const given = entryRows(path, record.name, `${record.name}, `)
    const without = (one: string, other: string): string =>
      `(SELECT count(*) FROM (SELECT * FROM (${one}) EXCEPT SELECT * FROM (${other})))`
    return [
      { name: path.table, sql: `SELECT ${without(stored, given)} + ${without(given, stored)}` },
    ]
  })

const listed = ({ columns }: AccessPath): string =>
  `owner, ${columns.map(({ name }) => name).join(", ")}, key`

/** The entries of a row, which is `new` or `old` in a trigger, or each of the table that `from` names. */
const entryRows = ({ columns }: AccessPath, row: string, from = ""): string => {
  const set = columns.find(({ many }) => many)?.name ?? ""
  const values = columns.map(({ name, many }) => (many ? "each.value" : `${row}.${name}`))
  const present = columns.map(({ name }) => `${row}.${name} IS NOT NULL`).join(" AND ")
  return `SELECT ${row}.owner, ${values.join(", ")}, ${row}.key FROM ${from}json_each(${row}.${set}) each WHERE ${present}`
}

const pageDefinitions = ({ name, since }: PageTable): ReadonlyArray<Definition> => [
  table(
    name,
    [
      "owner INTEGER NOT NULL",
      "name TEXT NOT NULL",
      "number INTEGER NOT NULL",
      "sequence INTEGER NOT NULL",
      "bytes BLOB NOT NULL",
      CHECKSUM,
    ],
    ["PRIMARY KEY (owner, name, number)"],
    "STRICT, WITHOUT ROWID",
  ),
  ...(since === undefined ? [] : [index(since, `${name} (owner, sequence)`)]),
]

/** What takes a database that has `from` to `to`; `from` holds nothing that `to` lacks. */
export const growth = (
  from: ReadonlyArray<Definition>,
  to: ReadonlyArray<Definition>,
): ReadonlyArray<string> => {
  const known = new Map(from.map((definition) => [definition.name, definition]))
  return to.flatMap(({ name, sql, columns, fill }) => {
    const before = known.get(name)
    if (before === undefined) return fill === undefined ? [sql] : [sql, fill]
    return columns
      .filter((column) => !before.columns.includes(column))
      .map((column) => `ALTER TABLE ${name} ADD COLUMN ${column}`)
  })
}
