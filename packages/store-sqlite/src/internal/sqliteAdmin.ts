/**
 * Whole-store questions of the embedded store.
 *
 * @module
 */
import * as fs from "node:fs"
import {
  formatOwner,
  type Owner,
  QuestionRefused,
  type StoreAdmin,
  StoreError,
  type StoreHealth,
  type StoreSchema,
  type StoreWork,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Connection } from "./Connection.ts"
import type { Cell, Row } from "./codec.ts"
import { dropIndexes, layoutDuring, missingIndexes, sumStore } from "./FileSchema.ts"
import { checkEncoding, checkFile, ENCODING, encodingDuring } from "./Head.ts"
import { type Layout, layoutOf } from "./Layout.ts"
import { oldestReader } from "./oldestReader.ts"
import { locked, type OpenFile } from "./openFile.ts"
import { LIMIT, pathSource, prefixCondition } from "./rangeQuery.ts"
import { attemptTo, isBusy } from "./sqliteFault.ts"
import type { Upkeep } from "./Upkeep.ts"
import { BUSY, type Busy, untilFree } from "./untilFree.ts"
import { verifyRows } from "./verifyRows.ts"

/** Owners looked at in one step; between steps the event loop goes on. */
const STEP = 2_000

interface AdminOptions {
  readonly busyDeadlineMillis: number
  readonly compact: StoreAdmin["Service"]["compact"]
  readonly define: Upkeep["define"]
}

export const makeSqliteAdmin = (
  { connection, file, schema }: OpenFile,
  { compact, define, busyDeadlineMillis }: AdminOptions,
): StoreAdmin["Service"] => {
  const patiently = <A>(operation: string, work: () => A | Busy): Effect.Effect<A, StoreError> => {
    const step = attemptTo(operation, () => {
      try {
        checkFile(connection, schema.current, operation)
        return work()
      } catch (error) {
        if (isBusy(error)) return BUSY
        throw error
      }
    })
    return untilFree(operation, busyDeadlineMillis, step)
  }

  /** Owners of which `condition` holds, looked at a step at a time. */
  const ownersWhere = Effect.fnUntraced(function* (
    operation: string,
    condition: string,
    cells: ReadonlyArray<Cell>,
    { after, limit }: { readonly after?: Owner; readonly limit: number },
  ) {
    const sql = `SELECT owner.name, ${condition} FROM owner WHERE owner.name > ? ORDER BY owner.name ${LIMIT}`
    const found: Array<Owner> = []
    let name = after === undefined ? "" : formatOwner(after)
    for (;;) {
      const rows: ReadonlyArray<Row> = yield* patiently(operation, () =>
        connection.rows(sql, ...cells, name, STEP),
      )
      for (const [each, holds] of rows) {
        if (holds === 1) found.push(splitName(String(each)))
        if (found.length === limit) return found
      }
      if (rows.length < STEP) return found
      name = String(rows.at(-1)?.[0])
      yield* Effect.yieldNow
    }
  })

  return {
    owners: (options) => ownersWhere("owners", "1", [], options),
    ownersWith: (index, prefix, options) => {
      const path = schema.current.layout.paths.get(index)
      if (path === undefined) return Effect.succeed([])
      const where = prefixCondition(path, prefix)
      const entry = `SELECT 1 FROM ${pathSource(path)} WHERE owner = owner.id AND ${where.sql}`
      return ownersWhere("ownersWith", `EXISTS (${entry})`, where.cells, options)
    },
    health: patiently("health", () => ({
      engine: `SQLite ${connection.row("SELECT sqlite_version()")?.[0]}`,
      schemaVersion: schema.current.layout.schema.version,
      ...(file === undefined ? {} : sizesOf(file)),
      durable:
        connection.row("PRAGMA journal_mode")?.[0] === "wal" &&
        Number(connection.row("PRAGMA synchronous")?.[0]) >= SYNCHRONOUS_FULL,
    })),
    compact,
    verify: verifyRows(connection, () => schema.current.layout, patiently),
    begin: (work) =>
      patiently("begin", () => {
        const { layout } = schema.current
        if (!locked(connection, () => markFile(connection, work, layout))) return BUSY
        schema.current = { ...schema.current, layout: layoutDuring(layout, work), during: work }
        return undefined
      }),
    finish: Effect.fnUntraced(function* ({ version } = {}) {
      yield* patiently("finish", () => undefined)
      yield* define("finish", () => missingIndexes(connection, schema.current.layout))
      yield* patiently("finish", () => {
        const { schema: stored } = schema.current.layout
        const grown = version === undefined ? stored : { ...stored, version }
        if (!locked(connection, () => unmarkFile(connection, grown))) return BUSY
        schema.current = { ...schema.current, layout: layoutOf(stored), during: undefined }
        return undefined
      })
    }),
  }
}

/** In a transaction that holds the write lock, as is the next. */
const markFile = (connection: Connection, work: StoreWork, layout: Layout): void => {
  const encoding = Number(connection.row("SELECT encoding FROM store")?.[0])
  checkEncoding("begin", encoding, work)
  const isNew = encoding === ENCODING
  if (isNew && work === "restoring" && connection.row("SELECT 1 FROM owner LIMIT 1") !== undefined)
    throw new StoreError({
      operation: "begin",
      reason: new QuestionRefused({ rule: "not-empty" }),
    })
  if (work === "restoring") dropIndexes(connection, layout)
  connection.run("UPDATE store SET encoding = ?", encodingDuring(work))
  sumStore(connection)
}

/** A process that took the file for one of another version looks at it again. */
const unmarkFile = (connection: Connection, schema: StoreSchema): void => {
  connection.run(
    "UPDATE store SET encoding = ?, version = ?, schema = ?, generation = generation + 1",
    ENCODING,
    schema.version,
    JSON.stringify(schema),
  )
  sumStore(connection)
}

const SYNCHRONOUS_FULL = 2

/** The file with its log, and who reads it. */
const sizesOf = (file: string): Pick<StoreHealth, "bytes" | "parts" | "oldestReader"> => {
  const sizeOf = (path: string): number => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const parts = { database: sizeOf(file), log: sizeOf(`${file}-wal`) }
  const oldest = oldestReader(file)
  return {
    bytes: parts.database + parts.log,
    parts,
    ...(oldest === undefined ? {} : { oldestReader: oldest }),
  }
}

/** A kind holds no colon. */
const splitName = (name: string): Owner => {
  const colon = name.indexOf(":")
  return { kind: name.slice(0, colon), name: name.slice(colon + 1) }
}
