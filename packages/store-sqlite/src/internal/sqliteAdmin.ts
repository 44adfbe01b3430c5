/**
 * Whole-store questions of the embedded store.
 *
 * @module
 */
import * as fs from "node:fs"
import { formatOwner, type Owner, type StoreAdmin, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Cell, Row } from "./codec.ts"
import { checkFile } from "./Head.ts"
import type { OpenFile } from "./openFile.ts"
import { pathSource, prefixCondition } from "./rangeQuery.ts"
import { attemptTo, isBusy } from "./sqliteFault.ts"
import { BUSY, untilFree } from "./untilFree.ts"

/** Owners looked at in one step; between steps the event loop goes on. */
const STEP = 2_000

interface AdminOptions {
  readonly busyDeadlineMillis: number
  readonly compact: StoreAdmin["Service"]["compact"]
}

export const makeSqliteAdmin = (
  { connection, file, schema }: OpenFile,
  { compact, busyDeadlineMillis }: AdminOptions,
): StoreAdmin["Service"] => {
  const patiently = <A>(operation: string, work: () => A): Effect.Effect<A, StoreError> => {
    const step = attemptTo(operation, () => {
      try {
        checkFile(connection, schema.current.layout, operation)
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
    const sql = `SELECT owner.name, ${condition} FROM owner WHERE owner.name > ? ORDER BY owner.name LIMIT ?`
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
      ...(file === undefined ? {} : { bytes: bytesOf(file) }),
      durable:
        connection.row("PRAGMA journal_mode")?.[0] === "wal" &&
        Number(connection.row("PRAGMA synchronous")?.[0]) >= SYNCHRONOUS_FULL,
    })),
    compact,
  }
}

const SYNCHRONOUS_FULL = 2

/** The file with its log. */
const bytesOf = (file: string): number =>
  ["", "-wal"].reduce(
    (sum, suffix) => sum + (fs.statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

/** A kind holds no colon. */
const splitName = (name: string): Owner => {
  const colon = name.indexOf(":")
  return { kind: name.slice(0, colon), name: name.slice(colon + 1) }
}
