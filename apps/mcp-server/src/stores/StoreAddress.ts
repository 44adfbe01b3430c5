/**
 * Where a store is, as `--store` and the environment say it. No address holds a secret: those come from
 * the environment alone, and only when a store is opened.
 *
 * @module
 */
import type { Environment } from "../Command.ts"

export interface FileAddress {
  readonly kind: "sqlite"
  /** A path, or `:memory:`. */
  readonly filename: string
}

export interface TypeDbAddress {
  readonly kind: "typedb"
  /** `https://host:port`, without a path. */
  readonly url: string
  readonly database: string
}

export interface PostgresAddress {
  readonly kind: "postgres"
  /** `postgres://user@host:port/database`, without a password. */
  readonly url: string
}

export type ServerAddress = TypeDbAddress | PostgresAddress
export type StoreAddress = FileAddress | ServerAddress

const FORMS =
  "--store is written sqlite:PATH, typedb:http://HOST:PORT or postgres://USER@HOST:PORT/DATABASE"

/** The address, or a sentence that repeats none of it. */
export const readStoreAddress = (
  text: string,
  databaseGiven: string | undefined,
  environment: Environment,
): StoreAddress | string => {
  const [, kind, rest = ""] = /^(sqlite|typedb|postgres(?:ql)?):(.+)$/s.exec(text) ?? []
  if (kind === undefined) return FORMS
  if (databaseGiven !== undefined && kind !== "typedb")
    return "--database is of typedb: stores; a postgres:// address names its own"
  switch (kind) {
    case "sqlite":
      return { kind, filename: rest }
    case "typedb":
      return readTypeDb(rest, databaseGiven ?? environment.REMINISCE_TYPEDB_DATABASE)
    default:
      return readPostgres(rest)
  }
}

const readTypeDb = (text: string, databaseGiven: string | undefined): StoreAddress | string => {
  const url = readUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol)) return FORMS
  if (url.username !== "" || url.password !== "")
    return "the address of a TypeDB server holds no user and no password: give them as REMINISCE_TYPEDB_USERNAME and TYPEDB_PASSWORD in the environment"
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "")
    return "the address of a TypeDB server has nothing after its port; give the database with --database"
  const database = databaseGiven === undefined || databaseGiven === "" ? "reminisce" : databaseGiven
  if (!/^[A-Za-z][\w-]{0,63}$/.test(database))
    return "--database begins with a letter, then letters, digits, _ and -, 64 at most"
  return { kind: "typedb", url: url.origin, database }
}

const readPostgres = (text: string): StoreAddress | string => {
  const url = readUrl(text.startsWith("//") ? `postgres:${text}` : text)
  if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === "")
    return FORMS
  if (url.password !== "" || url.searchParams.has("password"))
    return "the address of a PostgreSQL server holds no password: give it as PGPASSWORD in the environment"
  return { kind: "postgres", url: url.href }
}

const readUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** As `--store` takes it. */
export const formatStoreAddress = (address: StoreAddress): string => {
  switch (address.kind) {
    case "sqlite":
      return `sqlite:${address.filename}`
    case "typedb":
      return `typedb:${address.url}`
    case "postgres":
      return address.url
  }
}

/** As a person is told where their memories are. */
export const showStoreAddress = (address: StoreAddress): string => {
  switch (address.kind) {
    case "sqlite":
      return address.filename
    case "typedb":
      return `TypeDB database ${address.database} at ${address.url}`
    case "postgres":
      return `PostgreSQL at ${new URL(address.url).host}${new URL(address.url).pathname}`
  }
}

/** The variable a server's password comes from. */
export const passwordVariable = ({ kind }: ServerAddress): string =>
  kind === "typedb" ? "TYPEDB_PASSWORD" : "PGPASSWORD"
