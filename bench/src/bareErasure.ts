/**
 * What the statements of a withdrawal take by themselves: the same rows and pages read and written, in
 * as many transactions, one after the other in one thread, and the file rewritten; no rule, check,
 * deriving, record or receipt. What it leaves behind is no store.
 *
 * @module
 */
import { DatabaseSync, type StatementSync } from "node:sqlite"

export interface BareErasure {
  readonly seconds: number
  /** Of it, the rewriting of the file. */
  readonly rewritingSeconds: number
}

const ROWS = 16
const BLOCK_SLOTS = 16_384

export const eraseBare = (file: string, person: string, batch: number): BareErasure => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(`PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -16384; PRAGMA cache_spill = 500; PRAGMA wal_autocheckpoint = 4000`)
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  const start = performance.now()
  const memories = rows<readonly [string, number]>(
    prepare(`SELECT t.key, t.slot FROM entry__memory_by_concern e JOIN record__memory t
      ON t.owner = e.owner AND t.key = e.key WHERE e.owner = 1 AND e.a__concerns = ? ORDER BY t.slot`),
    person,
  )
  redact(database, prepare, memories, batch)
  sweep(database, prepare, memories)
  database.exec("PRAGMA synchronous = FULL")
  const before = performance.now()
  database.exec("VACUUM")
  database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()
  const end = performance.now()
  database.close()
  return { seconds: (end - start) / 1_000, rewritingSeconds: (end - before) / 1_000 }
}

type Prepare = (sql: string) => StatementSync

const rows = <Row>(statement: StatementSync, ...cells: ReadonlyArray<string | number>) =>
  statement.all(...cells) as unknown as ReadonlyArray<Row>

const redact = (
  database: DatabaseSync,
  prepare: Prepare,
  memories: ReadonlyArray<readonly [string, number]>,
  batch: number,
): void => {
  const read = prepare(`SELECT t.* FROM json_each(?) asked CROSS JOIN record__memory t
    WHERE t.owner = 1 AND t.key = asked.value`)
  const cited =
    prepare(`SELECT t.key, t.key__cited FROM json_each(?) asked CROSS JOIN link__citation t
    WHERE t.owner = 1 AND t.key > 'memory' || char(31) || asked.value || char(31)
    AND t.key < 'memory' || char(31) || asked.value || ' '`)
  const empty = prepare(`UPDATE record__memory SET a__content = NULL, a__status = 'withdrawn',
    a__facets = NULL, a__trail = NULL, a__ordinal = NULL, a__fingerprint = NULL, checksum = 1
    WHERE owner = 1 AND key = ?`)
  const note = prepare(`INSERT INTO record__status_change
    (owner, key, a__memory, a__ordinal, a__status, a__at, checksum) VALUES ${repeated("(1, ?, ?, 1, 'withdrawn', 1, 1)")}`)
  const uncite = prepare("DELETE FROM link__citation WHERE owner = 1 AND key = ?")
  const drop = prepare("DELETE FROM record__source WHERE owner = 1 AND key = ?")
  for (let from = 0; from < memories.length; from += batch) {
    const keys = memories.slice(from, from + batch).map(([key]) => key)
    database.exec("BEGIN IMMEDIATE")
    read.all(JSON.stringify(keys))
    const citations = rows<readonly [string, string]>(cited, JSON.stringify(keys))
    for (const key of keys) empty.run(key)
    for (let at = 0; at + ROWS <= keys.length; at += ROWS)
      note.run(...keys.slice(at, at + ROWS).flatMap((key) => [`${key}#1`, key]))
    for (const [key, source] of citations) {
      uncite.run(key)
      drop.run(source)
    }
    database.exec("COMMIT")
  }
}

const repeated = (values: string): string => Array(ROWS).fill(values).join(", ")

const sweep = (
  database: DatabaseSync,
  prepare: Prepare,
  memories: ReadonlyArray<readonly [string, number]>,
): void => {
  const gone = new Uint8Array(1 + Math.max(...memories.map(([, slot]) => slot)))
  for (const [, slot] of memories) gone[slot] = 1
  const some = prepare(`SELECT name, number, iif(length(bytes) < 32, hex(bytes), bytes)
    FROM page__postings WHERE owner = 1 AND (name, number) > (?, ?) ORDER BY name, number LIMIT 10000`)
  const write = prepare(`INSERT INTO page__postings (owner, name, number, sequence, bytes, checksum)
    VALUES ${repeated("(1, ?, ?, 1, ?, 1)")} ON CONFLICT DO UPDATE
    SET sequence = excluded.sequence, bytes = excluded.bytes, checksum = excluded.checksum`)
  const remove = prepare("DELETE FROM page__postings WHERE owner = 1 AND name = ? AND number = ?")
  let after: readonly [string, number] = ["", -1]
  for (;;) {
    database.exec("BEGIN IMMEDIATE")
    const pages = rows<readonly [string, number, string | Uint8Array]>(some, ...after)
    const kept: Array<string | number | Uint8Array> = []
    for (const [name, number, cell] of pages) {
      const bytes = typeof cell === "string" ? Buffer.from(cell, "hex") : cell
      if (name.startsWith("@@") || !holds(bytes, number * BLOCK_SLOTS, gone)) continue
      // A block of one slot is two or three bytes; what the others become is of no matter here.
      if (bytes.length < 4) remove.run(name, number)
      else kept.push(name, number, bytes.subarray(0, -1))
    }
    for (let at = 0; at + 3 * ROWS <= kept.length; at += 3 * ROWS)
      write.run(...kept.slice(at, at + 3 * ROWS))
    database.exec("COMMIT")
    const [last] = pages.slice(-1)
    if (last === undefined || pages.length < 10_000) return
    after = [last[0], last[1]]
  }
}

/** As `PostingBlock.ts` of recall-engine writes them; blocks that are bit maps hold so many that some go. */
const holds = (bytes: Uint8Array, base: number, gone: Uint8Array): boolean => {
  if (bytes[0] === 1) return true
  let slot = base - 1
  for (let at = 1; at < bytes.length; at++) {
    let gap = bytes[at] ?? 0
    if (gap > 127) gap = (gap & 127) | ((bytes[++at] ?? 0) << 7)
    slot += gap + 1
    if (gone[slot] === 1) return true
  }
  return false
}
