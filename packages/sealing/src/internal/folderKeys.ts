/**
 * Keys as files of a folder. Each is read anew: one that another process has destroyed is gone here too.
 *
 * @module
 */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { KEY_BYTES, newKey } from "./newKey.ts"

interface FolderKeys {
  readonly get: (id: string) => Uint8Array | undefined
  readonly create: (id: string) => Uint8Array
  readonly destroy: (id: string) => boolean
}

export const makeFolderKeys = (folder: string): FolderKeys => {
  const fileOf = (id: string): string => path.join(folder, `${id}.key`)

  const get = (id: string): Uint8Array | undefined => {
    const key = unlessMissing(() => fs.readFileSync(fileOf(id)))
    if (key !== undefined && key.length !== KEY_BYTES) throw new Error("not a key")
    return key
  }

  /** Written whole and on the disk before it has its name, so that nobody ever sees half a key. */
  const make = (id: string): Uint8Array => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const key = newKey()
    const draft = path.join(folder, `${randomUUID()}.new`)
    try {
      write(draft, key, "wx")
      fs.linkSync(draft, fileOf(id))
    } finally {
      fs.rmSync(draft, { force: true })
    }
    syncFolder(folder)
    return key
  }

  return {
    get,
    create: (id) => {
      const known = get(id)
      if (known !== undefined) return known
      try {
        return make(id)
      } catch (error) {
        // Another process was first.
        const theirs = get(id)
        if (theirs === undefined) throw error
        return theirs
      }
    },
    destroy: (id) => {
      const file = fileOf(id)
      const isThere = unlessMissing(() => write(file, new Uint8Array(KEY_BYTES), "r+")) ?? false
      fs.rmSync(file, { force: true })
      if (fs.existsSync(folder)) syncFolder(folder)
      return isThere
    },
  }
}

const write = (file: string, bytes: Uint8Array, flags: string): true => {
  const opened = fs.openSync(file, flags, 0o600)
  try {
    fs.writeSync(opened, bytes, 0, bytes.length, 0)
    fs.fsyncSync(opened)
    return true
  } finally {
    fs.closeSync(opened)
  }
}

/** Names are on the disk only when their folder is. Windows has no such thing. */
const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return
  const opened = fs.openSync(folder, "r")
  try {
    fs.fsyncSync(opened)
  } finally {
    fs.closeSync(opened)
  }
}

const unlessMissing = <A>(work: () => A): A | undefined => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}
