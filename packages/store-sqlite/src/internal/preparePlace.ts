/**
 * The place of a store's file: whether it can be one, and making it with nobody else's eyes on it.
 * Nothing here opens a file that exists: closing it again would drop the locks SQLite holds on it in
 * this process.
 *
 * @module
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { NoPlace, NotAStore, StoreError } from "@reminisce/store"
import { connect } from "./Connection.ts"
import { APPLICATION_ID } from "./FileSchema.ts"
import { isNotADatabase } from "./sqliteFault.ts"

/** `statfs` types of Linux on which one machine does not see another's locks or shared memory. */
const NETWORK: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xfe534d42, // SMB 2
  0xff534d42, // CIFS
  0x5346414f, // AFS
  0x6b414653, // kAFS
  0x73757245, // Coda
  0x00c36400, // Ceph
  0x0bd00bd0, // Lustre
  0x01161970, // GFS2
  0x7461636f, // OCFS2
  0x47504653, // GPFS
])

/** Bytes of the smallest page SQLite has. */
const SMALLEST = 512

export const isNetworkFileSystem = (type: number): boolean => NETWORK.has(type >>> 0)

const refuse = (reason: NotAStore | NoPlace): StoreError =>
  new StoreError({ operation: "open", reason })

/**
 * Makes an absolute path ready to be opened, or throws what is wrong with it. Answers the path without
 * symbolic links, beside which SQLite keeps the log.
 */
export const preparePlace = (file: string): string => {
  const known = fs.statSync(file, { throwIfNoEntry: false })
  if (known === undefined) {
    makeFolder(path.dirname(file))
    makeFile(file)
  } else if (!known.isFile()) {
    throw refuse(new NotAStore({ rule: known.isDirectory() ? "directory" : "not-a-file" }))
  }
  const real = fs.realpathSync(file)
  if (process.platform === "linux" && isNetworkFileSystem(fs.statfsSync(real).type)) {
    throw refuse(new NoPlace({ rule: "file-system" }))
  }
  fs.accessSync(real, fs.constants.R_OK | fs.constants.W_OK)
  fs.accessSync(path.dirname(real), fs.constants.W_OK | fs.constants.X_OK)
  if (known?.size === 0) fs.chmodSync(real, 0o600)
  else if (known !== undefined) refuseForeign(real, known.size)
  return real
}

/** Remembers which file is at a path; asked later, whether it is still the same. */
export const placeOf = (file: string): (() => boolean) => {
  const { dev, ino } = fs.statSync(file)
  return () => {
    const now = fs.statSync(file, { throwIfNoEntry: false })
    return now !== undefined && now.ino === ino && now.dev === dev
  }
}

/** New folders, and the entries that lead to them, are on disk when this returns. */
const makeFolder = (folder: string): void => {
  const first = fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = folder; at.length >= path.dirname(first).length; at = path.dirname(at)) {
    syncFolder(at)
    if (at === path.dirname(at)) return
  }
}

/** Another process may have been first: then the file is as good as ours. */
const makeFile = (file: string): void => {
  try {
    fs.closeSync(fs.openSync(file, "wx", 0o600))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return
    throw error
  }
  syncFolder(path.dirname(file))
}

const syncFolder = (folder: string): void => {
  // Windows has no such thing; Node forbids it under its permission model.
  if (process.platform === "win32" || process.permission !== undefined) return
  const handle = fs.openSync(folder, "r")
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Looks at a database's own mark without locks, journals or shared memory, so that a foreign file
 * and its folder stay as they were. Ours has the mark in the file from its first commit on.
 */
const refuseForeign = (file: string, size: number): void => {
  // A first start that was interrupted: SQLite has to finish or undo it before anything can be told.
  if (fs.existsSync(`${file}-journal`)) return
  if (size < SMALLEST) throw refuse(new NotAStore({ rule: "not-a-database" }))
  const url = pathToFileURL(file)
  url.searchParams.set("immutable", "1")
  const connection = connect(url, { readOnly: true })
  try {
    if (connection.row("PRAGMA application_id")?.[0] !== APPLICATION_ID) {
      throw refuse(new NotAStore({ rule: "foreign" }))
    }
  } catch (error) {
    // A file cut short by a crash may be whole together with its log: opening it will tell.
    if (error instanceof StoreError || isNotADatabase(error)) throw error
  } finally {
    connection.close()
  }
}
