/**
 * Decodes the runs that a text carries in base64 (both alphabets, every alignment, wrapped lines) and in hexadecimal
 * (plain or separated). All of it goes into one page, pieces apart.
 *
 * @module
 */

import { isSpace } from "./charClass.ts"
import { begin, type Decoder, fewestItems, hexDigit, isHexDigit } from "./Decoder.ts"
import { at, type ScanPage } from "./ScanPage.ts"
import { pushBytes } from "./utf8.ts"

/** Shortest run of base64 that is decoded: twelve bytes, the shortest assignment of a password. */
const shortestRun = 16
/** Shortest line of a run that may go on in the next line. */
const minLine = 40
/** Four readings of three bytes for every four characters, two of one for every two, and the marks between. */
const largestGrowth = 6

const notBase64 = 255
const sextets = new Uint8Array(256).fill(notBase64)
const standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
for (let value = 0; value < 64; value += 1) sextets[standard.charCodeAt(value)] = value
sextets[45] = 62
sextets[95] = 63

/** The start of the next line if a wrapped run goes on there, else `from`. */
const afterWrap = (source: ScanPage, from: number): number => {
  let next = from
  while (next < from + 8 && (isSpace(at(source, next)) || at(source, next) === 62)) next += 1
  return next > from && sextets[at(source, next)] !== notBase64 ? next : from
}

/** The end of the run at `from`, lines of 40 characters or more being taken together. */
const wrappedEnd = (source: ScanPage, from: number): number => {
  const { bytes, length } = source
  let end = from
  let lineFrom = from
  for (;;) {
    while (end < length && sextets[bytes[end] ?? 0] !== notBase64) end += 1
    const next = end - lineFrom >= minLine ? afterWrap(source, end) : end
    if (next === end) return end
    end = next
    lineFrom = next
  }
}

const decodeAligned = (source: ScanPage, from: number, to: number, into: Decoder): void => {
  const { bytes } = source
  const target = into.plain.bytes
  let size = 0
  let group = 0
  let bits = 0
  for (let position = from; position < to; position += 1) {
    const value = sextets[bytes[position] ?? 0] ?? notBase64
    if (value === notBase64) continue
    if (bits === 0 && position + 3 < to) {
      const second = sextets[bytes[position + 1] ?? 0] ?? notBase64
      const third = sextets[bytes[position + 2] ?? 0] ?? notBase64
      const fourth = sextets[bytes[position + 3] ?? 0] ?? notBase64
      if ((second | third | fourth) !== notBase64) {
        target[size] = (value << 2) | (second >> 4)
        target[size + 1] = (second << 4) | (third >> 2)
        target[size + 2] = (third << 6) | fourth
        size += 3
        position += 3
        continue
      }
    }
    group = ((group << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    target[size] = group >> bits
    size += 1
  }
  pushBytes(into.page, target, 0, size)
}

/** Hexadecimal pairs at `from` with one constant separator or none. Returns their end; decodes ten or more. */
const readHex = (source: ScanPage, from: number, into: Decoder): number => {
  const target = into.plain.bytes
  const separator = hexDigit(source, from + 2) >= 0 ? 0 : at(source, from + 2)
  const step = separator === 0 ? 2 : 3
  let size = 0
  let position = from
  for (;;) {
    const high = hexDigit(source, position)
    const low = hexDigit(source, position + 1)
    if (high < 0 || low < 0) break
    target[size] = high * 16 + low
    size += 1
    position += step
    if (separator !== 0 && at(source, position - 1) !== separator) break
  }
  if (size < fewestItems) return from
  pushBytes(into.page, target, 0, size)
  return Math.min(position, source.length)
}

/** The end of the hexadecimal digits at `from`. */
const digitsEnd = (source: ScanPage, from: number, to: number): number => {
  const { bytes } = source
  let end = from
  while (end < to && isHexDigit[bytes[end] ?? 0] === 1) end += 1
  return end
}

/**
 * Every hexadecimal run in `[from, to)`: of digits alone from its first digit and from its second, of pairs with
 * separators from the last pair of the digits before the first separator.
 */
const decodeHex = (source: ScanPage, from: number, to: number, into: Decoder): void => {
  for (let position = from; position < to; ) {
    const end = digitsEnd(source, position, to)
    const isLong = end - position >= 2 * fewestItems
    if (!isLong && end - position < 2) {
      position = end + 1
      continue
    }
    const start = isLong ? position : end - 2
    const read = readHex(source, start, into)
    if (isLong) readHex(source, start + 1, into)
    position = Math.max(read, end)
  }
}

/**
 * Writes what the runs of `source` decode to, and calls `visitRun` for each of them on the way. A run of sixteen
 * covers one in every sixteen bytes, so no others need be looked at. Returns whether anything was decoded.
 */
export const decodeRuns = (
  source: ScanPage,
  into: Decoder,
  visitRun: (from: number, to: number) => void,
): boolean => {
  const { bytes, length } = source
  begin(into, source, largestGrowth)
  let done = 0
  for (let probe = shortestRun - 1; probe < length; probe += shortestRun) {
    if (probe < done || sextets[bytes[probe] ?? 0] === notBase64) continue
    let from = probe
    while (from > done && sextets[bytes[from - 1] ?? 0] !== notBase64) from -= 1
    let to = probe + 1
    while (to < length && sextets[bytes[to] ?? 0] !== notBase64) to += 1
    done = to
    if (to - from < shortestRun) continue
    visitRun(from, to)
    done = wrappedEnd(source, from)
    for (let shift = 0; shift < 4; shift += 1) decodeAligned(source, from + shift, done, into)
    decodeHex(source, from, done, into)
  }
  return into.page.length > 0
}
