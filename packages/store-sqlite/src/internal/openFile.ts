/**
 * Opens a store's file, laying it down first where there is none. Each step ends at once; where
 * another process is in the way the caller tries again.
 *
 * @module
 */
import * as path from "node:path"
import { NoPlace, StoreError, type StoreWork } from "@reminisce/store"
import { type Connection, connect } from "./Connection.ts"
import {
  type FileSchema,
  type GivenSchema,
  growFile,
  layDown,
  readFileSchema,
  recognise,
  verifyFile,
} from "./FileSchema.ts"
import { placeOf, preparePlace } from "./preparePlace.ts"
import { isBusy } from "./sqliteFault.ts"
import { FRAMES_OF_COMMIT } from "./Upkeep.ts"
import { BUSY, type Busy } from "./untilFree.ts"

export type Durability = "full" | "relaxed"

export interface OpenOptions {
  readonly filename: string
  readonly schema: GivenSchema
  readonly durability: Durability
  readonly during?: StoreWork | undefined
}

export interface OpenFile {
  readonly connection: Connection
  /** Replaced when another process has extended the file's schema. */
  readonly schema: { current: FileSchema }
  /** Absolute and without symbolic links, or undefined for a database in memory. */
  readonly file: string | undefined
  /** Whether the file that was opened is still the one at its path; what is written to another is lost. */
  readonly isInPlace: () => boolean
}

/** Page size in bytes: see docs/sqlite.md. */
const PAGE_SIZE = 4_096
/** Most memory for pages, in KiB. */
const CACHE_KIB = 16 * 1_024
/** Changed pages from which on a long transaction writes them to the log as it goes, so that its end is short. */
const SPILL_PAGES = 500

/** `BUSY`: nothing is left open. */
export const openFile = (options: OpenOptions): OpenFile | Busy => {
  const file =
    options.filename === ":memory:" ? undefined : preparePlace(path.resolve(options.filename))
  const connection = connect(file ?? ":memory:")
  try {
    const schema = ready(connection, options, file !== undefined)
    if (schema !== BUSY) {
      const isInPlace = file === undefined ? () => true : placeOf(file)
      return { connection, schema: { current: schema }, file, isInPlace }
    }
  } catch (error) {
    connection.close()
    if (isBusy(error)) return BUSY
    throw error
  }
  connection.close()
  return BUSY
}

const ready = (
  connection: Connection,
  { schema: given, durability, during }: OpenOptions,
  onDisk: boolean,
): FileSchema | Busy => {
  settle(connection, durability)
  if (recognise(connection) !== "ours" && !locked(connection, () => layDown(connection, given)))
    return BUSY
  if (onDisk) useLog(connection)
  let schema = readFileSchema(connection, given, during, "open")
  if (given !== "stored" && schema.missing.length > 0) {
    if (!locked(connection, () => growFile(connection, given, during))) return BUSY
    schema = readFileSchema(connection, given, during, "open")
  }
  verifyFile(connection, schema)
  return schema
}

/** What holds of every connection that writes to a store. */
const settle = (connection: Connection, durability: Durability): void => {
  for (const pragma of [
    `page_size = ${PAGE_SIZE}`,
    "trusted_schema = OFF",
    "secure_delete = ON",
    // What is sorted may be words; files that hold it would outlive an erasure.
    "temp_store = MEMORY",
    "cell_size_check = ON",
    // Without it macOS acknowledges what its disk has not written.
    `fullfsync = ${durability === "full" ? "ON" : "OFF"}`,
    "checkpoint_fullfsync = ON",
    `cache_size = -${CACHE_KIB}`,
    `wal_autocheckpoint = ${FRAMES_OF_COMMIT.untended}`,
  ]) {
    connection.execute(`PRAGMA ${pragma}`)
  }
  connection.waitForDisk(durability === "full")
}

/** Another connection to a file that is open. `BUSY`: nothing is left open. */
export const openAgain = (file: string, durability: Durability): Connection | Busy => {
  const connection = connect(file)
  try {
    settle(connection, durability)
    connection.execute(`PRAGMA cache_spill = ${SPILL_PAGES}`)
    return connection
  } catch (error) {
    connection.close()
    if (isBusy(error)) return BUSY
    throw error
  }
}

/** Write-ahead logging, once in a file's life; SQLite says what it made of it. */
const useLog = (connection: Connection): void => {
  if (connection.row("PRAGMA journal_mode = WAL")?.[0] !== "wal") {
    throw new StoreError({ operation: "open", reason: new NoPlace({ rule: "file-system" }) })
  }
}

/** Runs `work` in a transaction with the write lock, or answers false when another has it. */
export const locked = (connection: Connection, work: () => void): boolean => {
  if (!connection.begin("IMMEDIATE")) return false
  try {
    work()
    connection.commit()
    return true
  } finally {
    connection.rollback()
  }
}
