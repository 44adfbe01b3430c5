/**
 * Checksums of a SQLite store's rows, made anew as the store makes them: for what a test changes on
 * purpose behind its back.
 *
 * @module
 */
import type { DatabaseSync } from "node:sqlite"
import { crc32 } from "node:zlib"

/** Of the store's own row, of records and of links. */
export const renewChecksums = (database: DatabaseSync): void => {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables) {
    if (!/^(record__|link__|store$)/.test(String(name))) continue
    for (const row of database.prepare(`SELECT * FROM ${name}`).all()) {
      const { checksum, id, ...rest } = row
      const cells = Object.values(rest)
      while (cells.at(-1) === null) cells.pop()
      const sum = crc32(JSON.stringify(cells))
      if (sum === checksum) continue
      const { owner = null, key = null } = rest
      if (id === undefined)
        database
          .prepare(`UPDATE ${name} SET checksum = ? WHERE owner = ? AND key = ?`)
          .run(sum, owner, key)
      else database.prepare("UPDATE store SET checksum = ?").run(sum)
    }
  }
}
