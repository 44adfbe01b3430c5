/**
 * Who reads the oldest state of a file, and what of the log stays for them: told by the shared index of
 * the log, and, where the system lists locks (Linux), by those on it. Takes no lock and moves nothing.
 *
 * @module
 */
import * as fs from "node:fs"
import { endianness } from "node:os"
import type { OldestReader } from "@reminisce/store"

/** Places in the shared index: page size, frames of the log, frames moved, and the marks of five readers. */
const PLACE = { pageSize: 14, frames: 16, moved: 96, marks: 100, end: 120 } as const
/** The byte that the reader at the first mark locks; the next mark's is the next byte. */
const FIRST_LOCK = 123
const MARKS = 5
const LOCKS = "/proc/locks"

/** Undefined where nobody else reads, or it cannot be told. `locks`: lines as the system has them. */
export const oldestReader = (
  file: string,
  locks: string = readText(LOCKS),
  own: number = process.pid,
): OldestReader | undefined => {
  const found = fs.statSync(`${file}-shm`, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  const readers = locks.split("\n").flatMap((line) => {
    const lock = parseLock(line, found.ino)
    return lock === undefined || lock.process === own ? [] : [lock]
  })
  const index = readers.length === 0 ? undefined : readHead(`${file}-shm`, found)
  if (index === undefined) return undefined
  const frames = word(index, PLACE.frames)
  // The first mark is of readers of the file alone, who keep all of the log from being moved into it.
  const marked = readers.map(({ process: by, mark }) => ({
    process: by,
    frame: mark === 0 ? 0 : word(index, PLACE.marks + 4 * mark),
  }))
  const [oldest] = marked.sort((a, b) => a.frame - b.frame)
  if (oldest === undefined) return undefined
  const holds = Math.max(0, frames - Math.max(oldest.frame, word(index, PLACE.moved)))
  return { process: oldest.process, heldBytes: holds * pageSizeOf(index) }
}

const word = (index: Buffer, at: number): number =>
  endianness() === "LE" ? index.readUInt32LE(at) : index.readUInt32BE(at)

/** The largest does not fit and is written as 1. */
const pageSizeOf = (index: Buffer): number => {
  const size =
    endianness() === "LE" ? index.readUInt16LE(PLACE.pageSize) : index.readUInt16BE(PLACE.pageSize)
  return size === 1 ? 65_536 : size
}

/**
 * Descriptors by device and inode, never closed: closing any descriptor of a file drops every lock this
 * process has on it, those of SQLite's own among them.
 */
const descriptors = new Map<string, number>()

const readHead = (path: string, { dev, ino }: fs.Stats): Buffer | undefined => {
  const name = `${dev}:${ino}`
  try {
    const descriptor = descriptors.get(name) ?? fs.openSync(path, "r")
    descriptors.set(name, descriptor)
    // Another file may have come to the path meanwhile.
    if (fs.fstatSync(descriptor).ino !== ino) return undefined
    const index = Buffer.alloc(PLACE.end)
    return fs.readSync(descriptor, index, 0, PLACE.end, 0) === PLACE.end ? index : undefined
  } catch {
    return undefined
  }
}

const readText = (path: string): string => {
  try {
    return fs.readFileSync(path, "latin1")
  } catch {
    return ""
  }
}

/** `1: POSIX  ADVISORY  READ 4711 08:01:131 123 123`: process, file by its inode, and bytes. */
const parseLock = (
  line: string,
  inode: number,
): { readonly process: number; readonly mark: number } | undefined => {
  const [, process, found, from] =
    /\bREAD\s+(\d+)\s+[\da-f]+:[\da-f]+:(\d+)\s+(\d+)\s/.exec(`${line} `) ?? []
  const mark = Number(from) - FIRST_LOCK
  return Number(found) === inode && mark >= 0 && mark < MARKS
    ? { process: Number(process), mark }
    : undefined
}
