/**
 * Where an owner stands, read first in every transaction together with the facts that tell whether
 * this process still understands the file.
 *
 * @module
 */
import {
  type EpochMillis,
  formatOwner,
  type Owner,
  SchemaMismatch,
  StoreError,
} from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import type { Layout } from "./Layout.ts"

/** How this package lays data out; a file of another encoding is not touched. */
export const ENCODING = 1

export interface Head {
  /** Undefined for an owner nobody has written to. */
  readonly id: number | undefined
  readonly sequence: number
  readonly lastAt: EpochMillis | undefined
  /** Slots taken, by type. */
  readonly slots: ReadonlyMap<string, number>
  /** How often the file's schema has grown. */
  readonly generation: number
}

/** Takes the snapshot the rest of the transaction reads. Refuses a file of another schema or encoding. */
export const readHead = (
  connection: Connection,
  layout: Layout,
  owner: Owner,
  operation: string,
): Head => {
  const row = connection.row(layout.selectHead, formatOwner(owner))
  const [encoding, version, generation, id, sequence, lastAt, ...taken] = (row ?? []).map((cell) =>
    typeof cell === "number" ? cell : undefined,
  )
  checkVersions(operation, layout, encoding ?? 0, version ?? 0)
  return {
    id,
    sequence: sequence ?? 0,
    lastAt,
    slots: new Map([...layout.counters.keys()].map((type, i) => [type, taken[i] ?? 0])),
    generation: generation ?? 0,
  }
}

/** Refuses a file that another process has upgraded meanwhile. */
export const checkFile = (connection: Connection, layout: Layout, operation: string): void => {
  const [encoding, version] = connection.row("SELECT encoding, version FROM store") ?? []
  checkVersions(operation, layout, Number(encoding), Number(version))
}

const checkVersions = (
  operation: string,
  { schema }: Layout,
  encoding: number,
  version: number,
): void => {
  const mismatch = (stored: number, expected: number) =>
    new StoreError({ operation, reason: new SchemaMismatch({ stored, expected }) })
  if (encoding !== ENCODING) throw mismatch(encoding, ENCODING)
  if (version !== schema.version) throw mismatch(version, schema.version)
}
