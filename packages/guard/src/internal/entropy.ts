/**
 * How mixed a string is, in integers: its entropy, and which kinds of characters it has.
 *
 * @module
 */

import { isDigit, isLetter } from "./charClass.ts"
import type { ScanPage } from "./ScanPage.ts"

/** Longest stretch that is measured: what follows says nothing more about randomness. */
export const longestMeasured = 64

const weight = new Int32Array(longestMeasured + 1)
const logOf = new Int32Array(longestMeasured + 1)
for (let count = 2; count <= longestMeasured; count += 1) {
  weight[count] = Math.round(count * Math.log2(count) * 1000)
  logOf[count] = Math.round(Math.log2(count) * 1000)
}

const counts = new Int32Array(256)

/** Shannon entropy of `[from, to)` in thousandths of a bit for each character; only the first 64 are counted. */
export const entropy = (page: ScanPage, from: number, to: number): number => {
  const end = Math.min(to, from + longestMeasured)
  const size = end - from
  if (size < 2) return 0
  for (let index = from; index < end; index += 1) {
    const byte = page.bytes[index] ?? 0
    counts[byte] = (counts[byte] ?? 0) + 1
  }
  let sum = 0
  for (let index = from; index < end; index += 1) {
    const byte = page.bytes[index] ?? 0
    sum += weight[counts[byte] ?? 0] ?? 0
    counts[byte] = 0
  }
  return (logOf[size] ?? 0) - Math.trunc(sum / size)
}

/** Which kinds of characters stand in a stretch. */
export interface Mixture {
  digits: number
  lower: number
  upper: number
  others: number
}

const kinds = { other: 0, digit: 1, lower: 2, upper: 3 } as const

const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isDigit(byte)) return kinds.digit
  if (!isLetter(byte)) return kinds.other
  return byte >= 97 ? kinds.lower : kinds.upper
})

const tally = new Int32Array(4)
const mixture: Mixture = { digits: 0, lower: 0, upper: 0, others: 0 }

/** Counts the kinds of characters in `[from, to)`. The answer is reused by the next call. */
export const mixtureOf = (page: ScanPage, from: number, to: number): Readonly<Mixture> => {
  const { bytes } = page
  const end = Math.min(to, from + longestMeasured)
  tally.fill(0)
  for (let index = from; index < end; index += 1) {
    const kind = kindOf[bytes[index] ?? 0] ?? 0
    tally[kind] = (tally[kind] ?? 0) + 1
  }
  mixture.others = tally[kinds.other] ?? 0
  mixture.digits = tally[kinds.digit] ?? 0
  mixture.lower = tally[kinds.lower] ?? 0
  mixture.upper = tally[kinds.upper] ?? 0
  return mixture
}

/** Whether `[from, to)` holds a digit, or both small letters and capitals: a list of prefixes does not. */
export const isMixed = (page: ScanPage, from: number, to: number): boolean => {
  const kinds = mixtureOf(page, from, to)
  return kinds.digits > 0 || (kinds.lower > 0 && kinds.upper > 0)
}
