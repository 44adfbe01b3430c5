/**
 * What ranking must know of every memory besides its words: a row a slot, a page for each
 * `PAGE_ROWS` of them. A column whose rows all have its usual value takes no bytes, and equal rows
 * are equal bytes.
 *
 * @module
 */
import { STATUSES, type Status } from "@reminisce/schema"

/** Rows a page holds. One write rewrites one page, so it is small. */
export const PAGE_ROWS = 64

/** The page name of the columns in their space. */
export const COLUMNS_NAME = "rows"

export interface ColumnRow {
  /** Index into `STATUSES`. */
  readonly status: number
  /** `FLAG` bits. */
  readonly flags: number
  /** How many people it concerns; 255 stands for that many or more. */
  readonly concerns: number
  /** Moves of its status since it was recorded. */
  readonly changes: number
  readonly recordedAt: number
  /** -Infinity and Infinity where open. */
  readonly validFrom: number
  readonly validTo: number
  /** When it happened, else from when it holds; -Infinity where neither is known. */
  readonly ownTime: number
  /** When its status last moved; -Infinity if never. */
  readonly changedAt: number
  readonly ordinal: number
  /** Slots of its neighbours in the trail, by (ordinal, key); -1 for none. */
  readonly previous: number
  readonly next: number
  /** Digest of its index terms. */
  readonly termsDigest: number
  /** Digest of its wording; 0 without content. */
  readonly wordsDigest: number
}

export const FLAG = { affective: 1, persona: 2, prospective: 4 } as const

export const statusNumber = (status: Status): number => STATUSES.indexOf(status)
export const ACTIVE = statusNumber("active")
export const INACTIVE = statusNumber("inactive")

type Width = "u8" | "u16" | "u32" | "i32" | "f64"
interface Column {
  readonly name: keyof ColumnRow
  readonly width: Width
  readonly usual: number
}

/** In the order of their bits and bytes. */
export const COLUMNS: ReadonlyArray<Column> = [
  { name: "status", width: "u8", usual: ACTIVE },
  { name: "flags", width: "u8", usual: 0 },
  { name: "concerns", width: "u8", usual: 0 },
  { name: "changes", width: "u16", usual: 0 },
  { name: "recordedAt", width: "f64", usual: 0 },
  { name: "validFrom", width: "f64", usual: Number.NEGATIVE_INFINITY },
  { name: "validTo", width: "f64", usual: Number.POSITIVE_INFINITY },
  { name: "ownTime", width: "f64", usual: Number.NEGATIVE_INFINITY },
  { name: "changedAt", width: "f64", usual: Number.NEGATIVE_INFINITY },
  { name: "ordinal", width: "f64", usual: 0 },
  { name: "previous", width: "i32", usual: -1 },
  { name: "next", width: "i32", usual: -1 },
  { name: "termsDigest", width: "u32", usual: 0 },
  { name: "wordsDigest", width: "u32", usual: 0 },
]

const SIZE: { readonly [width in Width]: number } = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 }

/** Number of rows, then one bit a column that is there. */
const HEADER_BYTES = 1 + 2

export const encodeColumnPage = (rows: ReadonlyArray<ColumnRow>): Uint8Array => {
  const arrays = makeColumnArrays(rows.length)
  for (const [i, row] of rows.entries()) setRow(arrays, i, row)
  return encodeColumns(arrays, rows.length)
}

/** The first `count` rows of the arrays as a page. */
export const encodeColumns = (arrays: ColumnArrays, count: number): Uint8Array => {
  let bits = 0
  let size = HEADER_BYTES
  for (const [i, { name, width, usual }] of COLUMNS.entries()) {
    if (!hasOther(arrays[name], count, usual)) continue
    bits |= 1 << i
    size += SIZE[width] * count
  }
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, count)
  view.setUint16(1, bits, true)
  let at = HEADER_BYTES
  for (const [i, { name, width }] of COLUMNS.entries()) {
    if ((bits & (1 << i)) === 0) continue
    const values = arrays[name]
    if (IS_LITTLE_ENDIAN) bytes.set(firstBytesOf(values, count), at)
    else {
      for (let row = 0; row < count; row++) {
        write(view, at + row * SIZE[width], width, values[row] as number)
      }
    }
    at += SIZE[width] * count
  }
  return bytes
}

/** Whether arrays hold their values as pages do, so that a column is copied as a whole. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

const bytesOf = (
  values: ColumnArrays[keyof ColumnRow],
  first: number,
  count: number,
): Uint8Array => {
  const size = values.BYTES_PER_ELEMENT
  return new Uint8Array(values.buffer, values.byteOffset + first * size, count * size)
}

const wholeViews = new WeakMap<ColumnArrays[keyof ColumnRow], Uint8Array>()

/** One view of an array's bytes, made once. */
const wholeBytesOf = (values: ColumnArrays[keyof ColumnRow]): Uint8Array => {
  const known = wholeViews.get(values)
  if (known !== undefined) return known
  const made = bytesOf(values, 0, values.length)
  wholeViews.set(values, made)
  return made
}

const firstBytesOf = (values: ColumnArrays[keyof ColumnRow], count: number): Uint8Array =>
  count === values.length ? wholeBytesOf(values) : bytesOf(values, 0, count)

const hasOther = (values: ColumnArrays[keyof ColumnRow], count: number, usual: number): boolean => {
  for (let i = 0; i < count; i++) if (values[i] !== usual) return true
  return false
}

/** Written out, as is `setRow`: a plan of many memories rewrites the rows of all their neighbours. */
export const rowAt = (arrays: ColumnArrays, at: number): ColumnRow => ({
  status: arrays.status[at] as number,
  flags: arrays.flags[at] as number,
  concerns: arrays.concerns[at] as number,
  changes: arrays.changes[at] as number,
  recordedAt: arrays.recordedAt[at] as number,
  validFrom: arrays.validFrom[at] as number,
  validTo: arrays.validTo[at] as number,
  ownTime: arrays.ownTime[at] as number,
  changedAt: arrays.changedAt[at] as number,
  ordinal: arrays.ordinal[at] as number,
  previous: arrays.previous[at] as number,
  next: arrays.next[at] as number,
  termsDigest: arrays.termsDigest[at] as number,
  wordsDigest: arrays.wordsDigest[at] as number,
})

export const setRow = (arrays: ColumnArrays, at: number, row: ColumnRow): void => {
  setOwn(arrays, at, row)
  setMoves(arrays, at, row)
  setNeighbours(arrays, at, row)
  setDigests(arrays, at, row)
}

/** What follows from the memory's record alone, but for its words. */
export type OwnColumns = Omit<ColumnRow, keyof MovesColumns | keyof Neighbours | keyof Digests>

export const setOwn = (arrays: ColumnArrays, at: number, own: OwnColumns): void => {
  arrays.status[at] = own.status
  arrays.flags[at] = own.flags
  arrays.concerns[at] = own.concerns
  arrays.recordedAt[at] = own.recordedAt
  arrays.validFrom[at] = own.validFrom
  arrays.validTo[at] = own.validTo
  arrays.ownTime[at] = own.ownTime
  arrays.ordinal[at] = own.ordinal
}

export type MovesColumns = Pick<ColumnRow, "changes" | "changedAt">

export const setMoves = (arrays: ColumnArrays, at: number, moves: MovesColumns): void => {
  arrays.changes[at] = moves.changes
  arrays.changedAt[at] = moves.changedAt
}

export type Neighbours = Pick<ColumnRow, "previous" | "next">

export const setNeighbours = (arrays: ColumnArrays, at: number, neighbours: Neighbours): void => {
  arrays.previous[at] = neighbours.previous
  arrays.next[at] = neighbours.next
}

export type Digests = Pick<ColumnRow, "termsDigest" | "wordsDigest">

export const setDigests = (arrays: ColumnArrays, at: number, digests: Digests): void => {
  arrays.termsDigest[at] = digests.termsDigest
  arrays.wordsDigest[at] = digests.wordsDigest
}

/** Sets what is to change in the row at a place; the other columns stay as they are. */
export type RowEdit = (arrays: ColumnArrays, at: number) => void

/** A place for the values of each column. */
export type ColumnArrays = {
  readonly [name in keyof ColumnRow]:
    | Uint8Array
    | Uint16Array
    | Uint32Array
    | Int32Array
    | Float64Array
}

/**
 * Reads a page's rows into arrays from `first` on and answers how many there were. A column that a
 * damaged page lacks has its usual value; one without a place is passed over.
 */
export const readColumnPage = (
  bytes: Uint8Array,
  into: Partial<ColumnArrays>,
  first: number,
): number => {
  if (bytes.length < HEADER_BYTES) return 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.min(PAGE_ROWS, view.getUint8(0))
  const present = view.getUint16(1, true)
  let at = HEADER_BYTES
  // Written out, for it runs for every page of every owner that is opened.
  for (let i = 0; i < COLUMNS.length; i++) {
    const { name, width, usual } = COLUMNS[i] as Column
    const values = into[name]
    const size = SIZE[width] * count
    if ((present & (1 << i)) === 0 || at + size > bytes.length) {
      values?.fill(usual, first, first + count)
      continue
    }
    if (values === undefined) {
      at += size
      continue
    }
    // A damaged page may have more rows than there is room for.
    if (IS_LITTLE_ENDIAN && first + count <= values.length) {
      wholeBytesOf(values).set(bytes.subarray(at, at + size), first * SIZE[width])
    } else readValues(view, at, width, values, first, count)
    at += size
  }
  return count
}

const readValues = (
  view: DataView,
  from: number,
  width: Width,
  into: ColumnArrays[keyof ColumnRow],
  first: number,
  count: number,
): void => {
  const size = SIZE[width]
  for (let i = 0; i < count; i++) into[first + i] = read(view, from + i * size, width)
}

export const decodeColumnPage = (bytes: Uint8Array | undefined): Array<ColumnRow> => {
  if (bytes === undefined) return []
  const arrays = makeColumnArrays(PAGE_ROWS)
  const count = readColumnPage(bytes, arrays, 0)
  return Array.from({ length: count }, (_, i) => rowAt(arrays, i))
}

export const makeColumnArrays = (capacity: number) => ({
  status: new Uint8Array(capacity),
  flags: new Uint8Array(capacity),
  concerns: new Uint8Array(capacity),
  changes: new Uint16Array(capacity),
  recordedAt: new Float64Array(capacity),
  validFrom: new Float64Array(capacity),
  validTo: new Float64Array(capacity),
  ownTime: new Float64Array(capacity),
  changedAt: new Float64Array(capacity),
  ordinal: new Float64Array(capacity),
  previous: new Int32Array(capacity),
  next: new Int32Array(capacity),
  termsDigest: new Uint32Array(capacity),
  wordsDigest: new Uint32Array(capacity),
})

export const USUAL_ROW: ColumnRow = {
  status: ACTIVE,
  flags: 0,
  concerns: 0,
  changes: 0,
  recordedAt: 0,
  validFrom: Number.NEGATIVE_INFINITY,
  validTo: Number.POSITIVE_INFINITY,
  ownTime: Number.NEGATIVE_INFINITY,
  changedAt: Number.NEGATIVE_INFINITY,
  ordinal: 0,
  previous: -1,
  next: -1,
  termsDigest: 0,
  wordsDigest: 0,
}

const write = (view: DataView, at: number, width: Width, value: number): void => {
  if (width === "u8") view.setUint8(at, value)
  else if (width === "u16") view.setUint16(at, value, true)
  else if (width === "u32") view.setUint32(at, value, true)
  else if (width === "i32") view.setInt32(at, value, true)
  else view.setFloat64(at, value, true)
}

const read = (view: DataView, at: number, width: Width): number => {
  switch (width) {
    case "u8":
      return view.getUint8(at)
    case "u16":
      return view.getUint16(at, true)
    case "u32":
      return view.getUint32(at, true)
    case "i32":
      return view.getInt32(at, true)
    case "f64":
      return view.getFloat64(at, true)
  }
}
