/**
 * The schema a file carries: laid down at its first start, read at every later one, grown when a host
 * opens the file with more types.
 *
 * @module
 */
import {
  NotAStore,
  SchemaDiffers,
  SchemaMismatch,
  StoreError,
  type StoreSchema,
  type StoreWork,
  schemaFault,
  uniteSchemas,
} from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import { checksumOf, damaged } from "./checksum.ts"
import { type Definition, definitionsOf, growth } from "./Definition.ts"
import { checkEncoding, ENCODING } from "./Head.ts"
import { type Layout, layoutOf, withoutIndexes } from "./Layout.ts"

/** "remi", the file's `application_id`. */
export const APPLICATION_ID = 0x72656d69

/** The schema a file is opened with: one the host gives, or the file's own, whatever its version. */
export type GivenSchema = StoreSchema | "stored"

export interface FileSchema {
  readonly layout: Layout
  readonly generation: number
  /** Work on the whole store that does not keep this process out. */
  readonly during: StoreWork | undefined
}

const refuse = (rule: string): StoreError =>
  new StoreError({ operation: "open", reason: new NotAStore({ rule }) })

/**
 * Makes an empty database a store, unless another process has meanwhile. In a transaction that holds
 * the write lock.
 */
export const layDown = (connection: Connection, given: GivenSchema): void => {
  const found = recognise(connection)
  if (found === "foreign") throw refuse("foreign")
  if (found === "ours") return
  if (given === "stored") throw refuse("empty")
  for (const { sql } of definitionsOf(layoutOf(given))) connection.execute(sql)
  connection.run(
    "INSERT INTO store (id, encoding, version, generation, schema, checksum) VALUES (1, ?, ?, 1, ?, 0)",
    ENCODING,
    given.version,
    JSON.stringify(given),
  )
  sumStore(connection)
  connection.execute(`PRAGMA user_version = ${ENCODING}`)
  connection.execute(`PRAGMA application_id = ${APPLICATION_ID}`)
}

/** Whether the database is ours, nobody's yet, or somebody else's. */
export const recognise = (connection: Connection): "ours" | "empty" | "foreign" => {
  const id = connection.row("PRAGMA application_id")?.[0]
  if (id === APPLICATION_ID) return "ours"
  return id === 0 && connection.row("SELECT 1 FROM sqlite_schema LIMIT 1") === undefined
    ? "empty"
    : "foreign"
}

/**
 * The file's schema and the one given as one: a host's types stay in the file when a program that
 * does not know them opens it. `missing` is what the file lacks of it.
 */
export const readFileSchema = (
  connection: Connection,
  given: GivenSchema,
  during: StoreWork | undefined,
  operation: string,
): FileSchema & { readonly missing: ReadonlyArray<string> } => {
  const [encoding, version, generation, text] =
    connection.row("SELECT encoding, version, generation, schema FROM store") ?? []
  if (!isStoreSound(connection)) throw damaged(operation)
  checkEncoding(operation, Number(encoding ?? 0), during)
  if (given !== "stored" && version !== given.version) {
    const reason = new SchemaMismatch({ stored: Number(version ?? 0), expected: given.version })
    throw new StoreError({ operation, reason })
  }
  const stored: StoreSchema = JSON.parse(String(text))
  if (schemaFault(stored) !== undefined) throw refuse("schema")
  const united = uniteSchemas(stored, given === "stored" ? stored : given)
  if (united._tag === "Differs")
    throw new StoreError({ operation, reason: new SchemaDiffers({ facts: united.facts }) })
  const now = { during, generation: Number(generation) }
  const own = layoutOf(stored)
  if (united._tag === "Same") return { ...now, layout: layoutDuring(own, during), missing: [] }
  const layout = layoutOf(united.schema)
  const missing = growth(definitionsOf(own), definitionsOf(layout))
  return { ...now, layout: layoutDuring(layout, during), missing }
}

/** While a restore brings its rows, indexes that can wait are not there: see decisions/0090. */
export const layoutDuring = (layout: Layout, during: StoreWork | undefined): Layout =>
  during === "restoring" ? withoutIndexes(layout) : layout

/** Takes away the indexes that can wait until all rows are there. In a transaction that holds the write lock. */
export const dropIndexes = (connection: Connection, layout: Layout): void => {
  for (const { name } of definitionsOf(layout).filter(({ canWait }) => canWait === true)) {
    connection.execute(`DROP INDEX IF EXISTS ${name}`)
  }
}

/** What makes those that are not there. */
export const missingIndexes = (connection: Connection, layout: Layout): ReadonlyArray<string> => {
  const there = new Set(
    connection.rows("SELECT name FROM sqlite_schema WHERE type = 'index'").map(([name]) => name),
  )
  return definitionsOf(layout)
    .filter(({ canWait, name }) => canWait === true && !there.has(name))
    .map(({ sql }) => sql)
}

/** Adds what the file lacks. In a transaction that holds the write lock. */
export const growFile = (
  connection: Connection,
  given: StoreSchema,
  during: StoreWork | undefined,
): void => {
  const { layout, missing } = readFileSchema(connection, given, during, "open")
  for (const sql of missing) connection.execute(sql)
  connection.run(
    "UPDATE store SET schema = ?, generation = generation + 1",
    JSON.stringify(layout.schema),
  )
  sumStore(connection)
}

const STORE_ROW = "SELECT encoding, version, generation, schema FROM store"

/** Renews the checksum of the store's own row, which is changed rarely and as a whole. */
export const sumStore = (connection: Connection): void => {
  connection.run("UPDATE store SET checksum = ?", checksumOf(connection.row(STORE_ROW) ?? []))
}

/** Whether the store's own row is as it was written; a file of another encoding may have no checksum. */
export const isStoreSound = (connection: Connection): boolean =>
  connection.row("SELECT 1 FROM pragma_table_info('store') WHERE name = 'checksum'") ===
    undefined ||
  connection.row("SELECT checksum FROM store")?.[0] === checksumOf(connection.row(STORE_ROW) ?? [])

/** Refuses a file whose tables, indexes or triggers are not what its schema says, but for indexes that a restore has not made yet. */
export const verifyFile = (connection: Connection, { layout, during }: FileSchema): void => {
  const definitions = definitionsOf(layout)
  const expected = new Map(definitions.map((definition) => [definition.name, definition]))
  const tables = new Set(definitions.filter(({ kind }) => kind === "table").map(({ name }) => name))
  const found = new Map<string, string>()
  for (const [kind, name, table, sql] of connection.rows(
    "SELECT type, name, tbl_name, sql FROM sqlite_schema",
  )) {
    const isOurs = expected.has(String(name))
    if (kind === "trigger" && tables.has(String(table)) && !isOurs) throw refuse("tables")
    if (isOurs) found.set(String(name), String(sql))
  }
  for (const definition of definitions) {
    const sql = found.get(definition.name)
    if (during === "restoring" && definition.canWait === true && sql === undefined) continue
    if (!isAsDefined(connection, definition, sql)) throw refuse("tables")
  }
}

const isAsDefined = (
  connection: Connection,
  { kind, name, sql, columns }: Definition,
  found: string | undefined,
): boolean => {
  if (found === undefined) return false
  if (kind !== "table" || found === sql) return found === sql
  const names = new Set(
    connection.rows("SELECT name FROM pragma_table_info(?)", name).map(([column]) => column),
  )
  return columns.every((column) => names.has(column.split(" ")[0] ?? ""))
}
