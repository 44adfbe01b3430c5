/**
 * The connection of updates that take many turns of the event loop. Opened with the first of them: the
 * store's own connection goes on reading what is committed, and its pages stay in memory.
 *
 * @module
 */
import { NoPlace, StoreError } from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import { type Durability, type OpenFile, openAgain } from "./openFile.ts"
import type { Upkeep } from "./Upkeep.ts"
import { BUSY, type Busy } from "./untilFree.ts"

export interface LongWriter {
  /** Begins a transaction that may write, or answers `BUSY` while another has the lock, in this process too. `waits`: its commit, for the disk. */
  readonly begin: (waits: boolean) => Connection | Busy
  readonly close: () => void
}

interface LongWriterOptions {
  readonly durability: Durability
  readonly framesOfCommit: Upkeep["framesOfCommit"]
}

/** Undefined of a database in memory, which no second connection reaches. */
export const makeLongWriter = (
  { file, isInPlace }: Pick<OpenFile, "file" | "isInPlace">,
  { durability, framesOfCommit }: LongWriterOptions,
): LongWriter | undefined => {
  if (file === undefined) return undefined
  let opened: Connection | undefined

  const open = (): Connection | Busy => {
    if (!isInPlace()) throw refuseMissing()
    const connection = openAgain(file, durability)
    if (connection === BUSY) return BUSY
    if (isInPlace()) return connection
    connection.close()
    throw refuseMissing()
  }

  return {
    begin: (waits) => {
      const connection = opened ?? open()
      if (connection === BUSY) return BUSY
      opened = connection
      if (connection.isInTransaction()) return BUSY
      connection.waitForDisk(waits)
      connection.execute(`PRAGMA wal_autocheckpoint = ${framesOfCommit()}`)
      return connection.begin("IMMEDIATE") ? connection : BUSY
    },
    close: () => opened?.close(),
  }
}

export const refuseMissing = (): StoreError =>
  new StoreError({ operation: "update", reason: new NoPlace({ rule: "missing" }) })
