/**
 * A schema compiled to tables: one for each record type, link type and page space, one for each
 * index that no B-tree over a record's columns can be. Every row begins with its owner.
 *
 * @module
 */
import type { AttributeType, StoreSchema, ValueKind } from "@reminisce/store"
import { sqlName } from "./names.ts"

export interface Column {
  readonly attribute: string
  readonly kind: ValueKind
  readonly many: boolean
  /** Quoted. */
  readonly name: string
}

export interface RecordTable {
  readonly type: string
  /** Qualified and quoted, as every `table` here. */
  readonly table: string
  readonly slotted: boolean
  readonly columns: ReadonlyArray<Column>
}

export interface LinkEndColumns {
  readonly role: string
  readonly type: string
  readonly key: string
}

export interface LinkTable {
  readonly type: string
  readonly table: string
  readonly ends: ReadonlyArray<LinkEndColumns>
  readonly columns: ReadonlyArray<Column>
}

export interface IndexAccess {
  readonly name: string
  /** Where the entries are: the record's own table, or a table with a row for each entry. */
  readonly table: string
  readonly columns: ReadonlyArray<Column>
  /** For a table of entries: how they follow from a record. */
  readonly entries: { readonly type: string; readonly from: ReadonlyArray<Column> } | undefined
}

export interface SpaceTable {
  readonly name: string
  readonly table: string
  readonly tracked: boolean
}

export interface Layout {
  readonly namespace: string
  /** The tables every store has: its own row, the owners' heads, the changes. */
  readonly store: string
  readonly owner: string
  readonly change: string
  readonly records: ReadonlyMap<string, RecordTable>
  readonly links: ReadonlyMap<string, LinkTable>
  readonly indexes: ReadonlyMap<string, IndexAccess>
  readonly spaces: ReadonlyMap<string, SpaceTable>
}

export const compileLayout = (schema: StoreSchema, namespace: string): Layout => {
  const table = (prefix: string, name: string): string => `"${namespace}".${sqlName(prefix, name)}`
  const records = mapTypes(schema.records, (type, { attributes, slotted }): RecordTable => {
    const columns = columnsOf(attributes)
    return { type, table: table("r", type), slotted: slotted === true, columns }
  })
  return {
    namespace,
    store: `"${namespace}"."store"`,
    owner: `"${namespace}"."owner"`,
    change: `"${namespace}"."change"`,
    records,
    links: mapTypes(schema.links, (type, { roles, attributes }): LinkTable => {
      const ends = roles.map(({ name }, i) => ({
        role: name,
        type: `e${i}_type`,
        key: `e${i}_key`,
      }))
      return { type, table: table("l", type), ends, columns: columnsOf(attributes) }
    }),
    indexes: mapTypes(schema.indexes, (name, index): IndexAccess => {
      const record = records.get(index.type)
      const from = index.attributes.flatMap(
        (attribute) => record?.columns.filter((column) => column.attribute === attribute) ?? [],
      )
      if (record !== undefined && !from.some(({ many }) => many)) {
        return { name, table: record.table, columns: from, entries: undefined }
      }
      const columns = from.map((column, i) => ({ ...column, many: false, name: `v${i}` }))
      return { name, table: table("x", name), columns, entries: { type: index.type, from } }
    }),
    spaces: mapTypes(schema.spaces, (name, { tracked }) => ({
      name,
      table: table("p", name),
      tracked,
    })),
  }
}

const mapTypes = <T, U>(
  types: { readonly [name: string]: T },
  compile: (name: string, type: T) => U,
): ReadonlyMap<string, U> =>
  new Map(Object.entries(types).map(([name, type]) => [name, compile(name, type)]))

const columnsOf = (attributes: { readonly [name: string]: AttributeType }): ReadonlyArray<Column> =>
  Object.entries(attributes).map(([attribute, { kind, cardinality }]) => ({
    attribute,
    kind,
    many: cardinality === "many",
    name: sqlName("a", attribute),
  }))

const SQL_TYPES: Readonly<Record<ValueKind, string>> = {
  text: "text",
  integer: "bigint",
  instant: "bigint",
  boolean: "boolean",
}

/** As it is written in a statement; a table's column adds its collation. */
export const sqlType = ({ kind, many }: Pick<Column, "kind" | "many">): string =>
  many ? `${SQL_TYPES[kind]}[]` : SQL_TYPES[kind]

/**
 * A B-tree takes entries of 2.7 KB at most, so text enters it cut to this many characters, and the
 * whole text decides behind it. Cutting keeps the order: a cut prefix never sorts behind a longer one.
 */
const CUT_CHARACTERS = 128
const CUT_KEY_CHARACTERS = 256

export const cut = (text: string): string => `left(${text}, ${CUT_CHARACTERS})`
/** For keys of links, which are as long as the keys of their ends together. */
export const cutKey = (text: string): string => `left(${text}, ${CUT_KEY_CHARACTERS})`

/** The columns a B-tree over values holds: text only in its cut form. */
export const sortedBy = ({ kind, name }: Column): string => (kind === "text" ? cut(name) : name)
