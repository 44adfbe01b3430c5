/**
 * One reading of a text as bytes, with a memory of the character runs already measured in it.
 * The memory is what keeps overlapping checks linear: a run is walked once, however many keywords stand inside it.
 *
 * @module
 */

import { classBits, classCount } from "./charClass.ts"

/**
 * Stands for every character that is not ASCII and not a letter of a foreign keyword. A page that was not folded
 * holds UTF-8 instead, all of whose bytes from here on mean the same to the rules: another script.
 */
export const otherScript = 128

const slots = 4

/** A buffer larger than this is given back after a scan. */
const largestKept = 4_194_304

/** Bytes to scan. Only `[0, length)` counts; the buffer is reused, so nothing may keep a reference to it. */
export interface ScanPage {
  /** Another number for every reading of every page. */
  stamp: number
  bytes: Buffer
  length: number
  /** Whether a letter of a foreign keyword was written. */
  hasForeign: boolean
  /** How many bytes may have been written since the last wipe: what room was made for, not what was kept. */
  written: number
  readonly runFrom: Int32Array
  readonly runTo: Int32Array
}

/** An empty page; its buffer grows on demand. */
export const make = (): ScanPage => ({
  stamp: 0,
  bytes: Buffer.alloc(1024),
  length: 0,
  hasForeign: false,
  written: 0,
  runFrom: new Int32Array(classCount * slots).fill(-1),
  runTo: new Int32Array(classCount * slots).fill(-1),
})

let stamps = 0

/** Empties the page and makes room for `capacity` bytes. */
export const open = (page: ScanPage, capacity: number): void => {
  if (page.bytes.length < capacity) {
    page.bytes.fill(0, 0, page.written)
    page.bytes = Buffer.alloc(capacity + (capacity >> 1))
    page.written = 0
  }
  stamps += 1
  page.stamp = stamps
  page.written = Math.max(page.written, capacity)
  page.length = 0
  page.hasForeign = false
  page.runFrom.fill(-1)
  page.runTo.fill(-1)
}

/** Overwrites all that was written to the page, and gives back a buffer of more than 4 MiB. */
export const wipe = (page: ScanPage): void => {
  page.bytes.fill(0, 0, page.written)
  if (page.bytes.length > largestKept) page.bytes = Buffer.alloc(1024)
  page.length = 0
  page.written = 0
}

/** Appends one byte; the caller has made room. */
export const push = (page: ScanPage, byte: number): void => {
  page.bytes[page.length] = byte
  page.length += 1
  if (byte > otherScript) page.hasForeign = true
}

/** Appends `[from, to)` of another page; the caller has made room. */
export const pushRange = (page: ScanPage, source: ScanPage, from: number, to: number): void => {
  page.bytes.set(source.bytes.subarray(from, to), page.length)
  page.length += to - from
  page.hasForeign = page.hasForeign || source.hasForeign
}

/** The byte at a position; 0 before the start and after the end. */
export const at = (page: ScanPage, position: number): number =>
  position >= 0 && position < page.length ? (page.bytes[position] ?? 0) : 0

/**
 * The end of the run of class `index` that begins at or covers `from`; `from` itself when there is none.
 * `slot` (0 to 3) separates the pieces of one shape, so that two runs of the same class do not evict each other.
 */
export const runEnd = (page: ScanPage, index: number, slot: number, from: number): number => {
  const key = index * slots + (slot < slots ? slot : slots - 1)
  const known = page.runTo[key] ?? -1
  if (from < known && from >= (page.runFrom[key] ?? 0)) return known
  const { bytes, length } = page
  const bit = 1 << index
  let end = from
  while (end < length && ((classBits[bytes[end] ?? 0] ?? 0) & bit) !== 0) end += 1
  page.runFrom[key] = from
  page.runTo[key] = end
  return end
}

/** The text of `[from, to)`, one character for each byte. */
export const textOf = (page: ScanPage, from: number, to: number): string =>
  page.bytes.toString("latin1", from, Math.max(from, to))
