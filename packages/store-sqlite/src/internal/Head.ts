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
  type StoreWork,
  Unfinished,
} from "@reminisce/store"
import type { Connection } from "./Connection.ts"
import type { Layout } from "./Layout.ts"

/** How this package lays data out; a file of another encoding is not touched. */
export const ENCODING = 2

/** In place of the encoding while work on the whole store is under way, so that older processes refuse too. */
const MARKS: { readonly [work in StoreWork]: number } = { restoring: -1, upgrading: -2 }

export const encodingDuring = (work: StoreWork | undefined): number =>
  work === undefined ? ENCODING : MARKS[work]

export const workOf = (encoding: number): StoreWork | undefined =>
  encoding === MARKS.restoring
    ? "restoring"
    : encoding === MARKS.upgrading
      ? "upgrading"
      : undefined

/** Refuses a file of another encoding, or one that work is under way on which is not `during`. */
export const checkEncoding = (
  operation: string,
  encoding: number,
  during: StoreWork | undefined,
): void => {
  if (encoding === ENCODING) return
  const work = workOf(encoding)
  if (work === undefined) {
    const reason = new SchemaMismatch({ stored: encoding, expected: ENCODING })
    throw new StoreError({ operation, reason })
  }
  if (work !== during) throw new StoreError({ operation, reason: new Unfinished({ work }) })
}

/** The file as this process takes it. */
export interface FileInUse {
  readonly layout: Layout
  /** Work of this process on the whole store. */
  readonly during: StoreWork | undefined
}

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
  { layout, during }: FileInUse,
  owner: Owner,
  operation: string,
): Head => {
  const row = connection.row(layout.selectHead, formatOwner(owner))
  const [encoding, version, generation, id, sequence, lastAt, ...taken] = (row ?? []).map((cell) =>
    typeof cell === "number" ? cell : undefined,
  )
  checkEncoding(operation, encoding ?? 0, during)
  checkVersion(operation, layout, version ?? 0)
  return {
    id,
    sequence: sequence ?? 0,
    lastAt,
    slots: new Map([...layout.counters.keys()].map((type, i) => [type, taken[i] ?? 0])),
    generation: generation ?? 0,
  }
}

/** Refuses a file that another process has upgraded meanwhile, or works on. */
export const checkFile = (
  connection: Connection,
  { layout, during }: FileInUse,
  operation: string,
): void => {
  const [encoding, version] = connection.row("SELECT encoding, version FROM store") ?? []
  checkEncoding(operation, Number(encoding), during)
  checkVersion(operation, layout, Number(version))
}

const checkVersion = (operation: string, { schema }: Layout, stored: number): void => {
  if (stored === schema.version) return
  const reason = new SchemaMismatch({ stored, expected: schema.version })
  throw new StoreError({ operation, reason })
}
