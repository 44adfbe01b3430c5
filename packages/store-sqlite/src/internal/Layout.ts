/**
 * The shape a schema takes in SQLite: one table per record type, link type and page space, one index
 * or entry table per access path. Pure; nothing here touches a database.
 *
 * @module
 */
import type { AttributeType, LinkType, RecordType, StoreSchema, ValueKind } from "@reminisce/store"

export interface Column {
  readonly attribute: string
  readonly name: string
  readonly kind: ValueKind
  /** A set is kept as a JSON array, or NULL when empty. */
  readonly many: boolean
}

/** How a row, or many at once, are found: made once, for a statement is looked up by its text. */
export interface Finding {
  readonly one: string
  readonly many: string
}

interface Table {
  readonly type: string
  readonly name: string
  readonly columns: ReadonlyArray<Column>
  /** What to select, of the table as `t`: key, slot or ends, then `columns`. */
  readonly selected: string
  readonly byKey: Finding
  /** The same with the row's checksum behind what is selected. */
  readonly byKeySummed: Finding
  readonly bySlot: Finding
  /** Inserts the owner, the same columns and the row's checksum. */
  readonly insert: string
  /** The same for `ROWS_AT_ONCE` rows, one behind the other. */
  readonly insertSome: string
  /** Removes the row of an owner and key. */
  readonly remove: string
}

export interface RecordTable extends Table {
  readonly slotted: boolean
}

export interface Role {
  readonly name: string
  readonly typeColumn: string
  readonly keyColumn: string
  /** Undefined for the first role: a link's key begins with its first end, so the table's own order serves. */
  readonly index: string | undefined
}

export interface LinkTable extends Table {
  readonly roles: ReadonlyArray<Role>
  /** False: what its roles' indexes are for is asked without them. */
  readonly isIndexed: boolean
}

/** Where the entries of a declared index stand, in order of `columns`, then key. */
export interface AccessPath {
  readonly name: string
  readonly table: string
  /** The SQLite index to walk; undefined where the table is itself in order. */
  readonly index: string | undefined
  /** False: what the index is for is asked without it. */
  readonly isIndexed: boolean
  readonly columns: ReadonlyArray<Column>
}

export interface PageTable {
  readonly space: string
  readonly name: string
  /** The index by the plan that wrote a page; tracked spaces only. */
  readonly since: string | undefined
  /** Writes a page, new or over what was there: owner, name, number, sequence, bytes, checksum. */
  readonly write: string
  /** The same for `PAGES_AT_ONCE` of them, one behind the other. */
  readonly writeSome: string
  /** Removes the page of an owner, name and number. */
  readonly remove: string
}

export interface Layout {
  readonly schema: StoreSchema
  readonly records: ReadonlyMap<string, RecordTable>
  readonly links: ReadonlyMap<string, LinkTable>
  readonly paths: ReadonlyMap<string, AccessPath>
  readonly pages: ReadonlyMap<string, PageTable>
  /** Slotted types, in order, each with its counter's column in the owner table. */
  readonly counters: ReadonlyMap<string, string>
  /** Where the owner of a given name stands: see `Head.ts`. */
  readonly selectHead: string
  /** Moves the owner of a given id on: its sequence, its instant, its counters, its checksum. */
  readonly updateHead: string
}

/**
 * SQLite does not tell `fooBar` from `foobar`; schemas do. A capital becomes `_` and its small letter,
 * which no other name yields, and never gives two underscores in a row: those separate parts.
 */
export const identifier = (prefix: string, ...names: ReadonlyArray<string>): string =>
  [prefix, ...names]
    .map((name) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`))
    .join("__")

const columnsOf = (attributes: { readonly [name: string]: AttributeType }): ReadonlyArray<Column> =>
  Object.entries(attributes).map(([attribute, { kind, cardinality }]) => ({
    attribute,
    name: identifier("a", attribute),
    kind,
    many: cardinality === "many",
  }))

/** Rows made by one statement, where there are more: SQLite takes 2,000 columns and 32,766 values. */
export const ROWS_AT_ONCE = 16

const rowsInsert = (table: string, names: ReadonlyArray<string>, count: number): string => {
  const row = `(?${", ?".repeat(names.length + 1)})`
  const rows = Array.from({ length: count }, () => row).join(", ")
  return `INSERT INTO ${table} (owner, ${names.join(", ")}, checksum) VALUES ${rows}`
}

const tableOf = (
  type: string,
  name: string,
  before: ReadonlyArray<string>,
  columns: ReadonlyArray<Column>,
): Table => {
  const names = [...before, ...columns.map((column) => column.name)]
  const selected = names.map((column) => `t.${column}`).join(", ")
  return {
    type,
    name,
    columns,
    selected,
    byKey: findBy(name, selected, "key"),
    byKeySummed: findBy(name, `${selected}, t.checksum`, "key"),
    bySlot: findBy(name, selected, "slot"),
    insert: rowsInsert(name, names, 1),
    insertSome: rowsInsert(name, names, ROWS_AT_ONCE),
    remove: `DELETE FROM ${name} WHERE owner = ? AND key = ?`,
  }
}

/** Of many, a row for each of a JSON list, of NULLs where there is none. */
const findBy = (table: string, selected: string, column: "key" | "slot"): Finding => {
  const on = `t.owner = ? AND t.${column} =`
  return {
    one: `SELECT ${selected} FROM ${table} t WHERE ${on} ?`,
    many: `SELECT ${selected} FROM json_each(?) asked LEFT JOIN ${table} t ON ${on} asked.value`,
  }
}

const recordTable = (type: string, { attributes, slotted }: RecordType): RecordTable => ({
  ...tableOf(
    type,
    identifier("record", type),
    slotted === true ? ["key", "slot"] : ["key"],
    columnsOf(attributes),
  ),
  slotted: slotted === true,
})

const linkTable = (type: string, link: LinkType): LinkTable => {
  const roles = link.roles.map(({ name }, i) => ({
    name,
    typeColumn: identifier("type", name),
    keyColumn: identifier("key", name),
    index: i === 0 ? undefined : identifier("role", type, name),
  }))
  const ends = roles.flatMap(({ typeColumn, keyColumn }) => [typeColumn, keyColumn])
  const table = tableOf(
    type,
    identifier("link", type),
    ["key", ...ends],
    columnsOf(link.attributes),
  )
  return { ...table, roles, isIndexed: true }
}

/** Pages written by one statement, where there are more: two thirds of the price. */
export const PAGES_AT_ONCE = 16

const pageWrite = (table: string, count: number): string => {
  const values = Array.from({ length: count }, () => "(?, ?, ?, ?, ?, ?)").join(", ")
  return `INSERT INTO ${table} (owner, name, number, sequence, bytes, checksum) VALUES ${values} ON CONFLICT DO UPDATE SET sequence = excluded.sequence, bytes = excluded.bytes, checksum = excluded.checksum`
}

const pageTable = (space: string, name: string, tracked: boolean): PageTable => ({
  space,
  name,
  since: tracked ? identifier("since", space) : undefined,
  write: pageWrite(name, 1),
  writeSome: pageWrite(name, PAGES_AT_ONCE),
  remove: `DELETE FROM ${name} WHERE owner = ? AND name = ? AND number = ?`,
})

/** `schema` must be sound: see `schemaFault`. */
export const layoutOf = (schema: StoreSchema): Layout => {
  const records = mapValues(schema.records, (record, type) => recordTable(type, record))
  const links = mapValues(schema.links, (link, type) => linkTable(type, link))
  const paths = new Map(
    Object.entries(schema.indexes).flatMap(([name, index]): Array<[string, AccessPath]> => {
      const record = records.get(index.type)
      if (record === undefined) return []
      const columns = index.attributes.flatMap((attribute) =>
        record.columns.filter((column) => column.attribute === attribute),
      )
      const path = { name, columns, isIndexed: true }
      return columns.some(({ many }) => many)
        ? [[name, { ...path, table: identifier("entry", name), index: undefined }]]
        : [[name, { ...path, table: record.name, index: identifier("index", name) }]]
    }),
  )
  const pages = mapValues(schema.spaces, ({ tracked }, space) =>
    pageTable(space, identifier("page", space), tracked),
  )
  const counters = new Map(
    [...records.values()]
      .filter(({ slotted }) => slotted)
      .map(({ type }) => [type, identifier("slots", type)]),
  )
  const slots = [...counters.values()]
  return {
    schema,
    records,
    links,
    paths,
    pages,
    counters,
    selectHead: `SELECT ${["store.encoding", "store.version", "store.generation", "owner.id", "owner.sequence", "owner.last_at", ...slots.map((name) => `owner.${name}`)].join(", ")} FROM store LEFT JOIN owner ON owner.name = ?`,
    updateHead: `UPDATE owner SET ${["sequence", "last_at", ...slots, "checksum"].map((name) => `${name} = ?`).join(", ")} WHERE id = ?`,
  }
}

/** The same tables, asked without any index that a restore makes when all rows are there. */
export const withoutIndexes = (layout: Layout): Layout => ({
  ...layout,
  links: mapEntries(layout.links, (link) => ({ ...link, isIndexed: false })),
  paths: mapEntries(layout.paths, (path) => ({ ...path, isIndexed: false })),
})

const mapEntries = <T, U>(
  types: ReadonlyMap<string, T>,
  to: (type: T) => U,
): ReadonlyMap<string, U> => new Map([...types].map(([name, type]) => [name, to(type)]))

const mapValues = <T, U>(
  types: { readonly [name: string]: T },
  to: (type: T, name: string) => U,
): ReadonlyMap<string, U> =>
  new Map(Object.entries(types).map(([name, type]) => [name, to(type, name)]))
