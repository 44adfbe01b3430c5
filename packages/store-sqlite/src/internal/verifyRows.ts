/**
 * The whole file against itself: what SQLite can tell, then every row against its checksum, and the
 * entries of indexes over sets against the rows they follow from.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Connection } from "./Connection.ts"
import { checksumOf, ownerChecksum } from "./checksum.ts"
import type { Cell, Row } from "./codec.ts"
import { entryDifference } from "./Definition.ts"
import { isStoreSound } from "./FileSchema.ts"
import type { Layout } from "./Layout.ts"
import type { Busy } from "./untilFree.ts"

/** Most findings of SQLite's own check that are told. */
const FINDINGS = 20
/** Rows looked at in one step; between steps the event loop goes on. */
const STEP = 1_000

type Patiently = <A>(operation: string, work: () => A | Busy) => Effect.Effect<A, StoreError>

/** SQLite's check is one step, however large the file. */
export const verifyRows = (
  connection: Connection,
  layoutNow: () => Layout,
  patiently: Patiently,
): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  Effect.gen(function* () {
    const findings = yield* patiently("verify", () =>
      connection
        .rows(`PRAGMA integrity_check(${FINDINGS})`)
        .map(([finding]) => String(finding))
        .filter((finding) => finding !== "ok"),
    )
    // Rows of a file that SQLite itself finds broken cannot be walked.
    if (findings.length > 0) return findings
    const layout = layoutNow()
    if (!(yield* patiently("verify", () => isStoreSound(connection)))) {
      findings.push("table store: 1 row is not as it was written")
    }
    for (const table of summedTables(layout)) {
      const count = yield* countDamaged(connection, table, patiently)
      if (count > 0)
        findings.push(`table ${table.name}: ${count} rows are not as they were written`)
    }
    for (const { name, sql } of entryDifference(layout)) {
      const count = yield* patiently("verify", () => Number(connection.row(sql)?.[0]))
      if (count > 0) findings.push(`table ${name}: ${count} entries are not those of the rows`)
    }
    return findings
  })

interface SummedTable {
  readonly name: string
  /** The columns in the order of the checksum, which are also selected in that order. */
  readonly columns: ReadonlyArray<string>
  /** What the table is in order of. */
  readonly keys: ReadonlyArray<string>
  readonly sumOf: (cells: ReadonlyArray<Cell>) => number
}

const summedTables = (layout: Layout): ReadonlyArray<SummedTable> => {
  const rows = [...layout.records.values(), ...layout.links.values()]
  return [
    {
      name: "owner",
      columns: ["id", "name", "sequence", "last_at", ...layout.counters.values()],
      keys: ["id"],
      sumOf: ownerChecksum,
    },
    {
      name: "change",
      columns: ["owner", "sequence", "plan", "at", "touched"],
      keys: ["owner", "sequence"],
      sumOf: checksumOf,
    },
    ...rows.map(({ name, selected }) => ({
      name,
      columns: ["owner", ...selected.split(", ").map((column) => column.replace(/^t\./, ""))],
      keys: ["owner", "key"],
      sumOf: checksumOf,
    })),
    ...[...layout.pages.values()].map(({ name }) => ({
      name,
      columns: ["owner", "name", "number", "sequence", "bytes"],
      keys: ["owner", "name", "number"],
      sumOf: pageChecksum,
    })),
  ]
}

const countDamaged = Effect.fnUntraced(function* (
  connection: Connection,
  { name, columns, keys, sumOf }: SummedTable,
  patiently: Patiently,
): Effect.fn.Return<number, StoreError> {
  const from = `SELECT ${[...columns, "checksum", ...keys].join(", ")} FROM ${name}`
  const order = `ORDER BY ${keys.join(", ")} LIMIT ${STEP}`
  const behind = `WHERE (${keys.join(", ")}) > (${keys.map(() => "?").join(", ")})`
  let count = 0
  for (let last: ReadonlyArray<Cell> | undefined; ; ) {
    const after = last
    const rows: ReadonlyArray<Row> = yield* patiently("verify", () =>
      after === undefined
        ? connection.rows(`${from} ${order}`)
        : connection.rows(`${from} ${behind} ${order}`, ...after),
    )
    for (const row of rows) {
      if (row[columns.length] !== sumOf(row.slice(0, columns.length))) count++
    }
    if (rows.length < STEP) return count
    last = rows.at(-1)?.slice(columns.length + 1)
    yield* Effect.yieldNow
  }
})

const pageChecksum = (cells: ReadonlyArray<Cell>): number => {
  const bytes = cells.at(-1)
  return bytes instanceof Uint8Array ? checksumOf(cells.slice(0, -1), bytes) : checksumOf(cells)
}
