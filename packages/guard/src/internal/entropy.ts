/**
 * How mixed a string is, in integers: its entropy, and which kinds of characters it has.
 *
 * @module
 */

import type { ScanPage } from "./ScanPage.ts"
import { countKinds, type Mixture } from "./tallies.ts"

/** Longest stretch that is measured: what follows says nothing more about randomness. */
export const longestMeasured = 64

const weight = new Int32Array(longestMeasured + 1)
const logOf = new Int32Array(longestMeasured + 1)
for (let count = 2; count <= longestMeasured; count += 1) {
  weight[count] = Math.round(count * Math.log2(count) * 1000)
  logOf[count] = Math.round(Math.log2(count) * 1000)
}

/** How often each byte stands in `[from, to)` of one page, and the sum of the weights of that. */
const measured = { stamp: -1, from: 0, to: 0, sum: 0, counts: new Int32Array(256) }

const add = (byte: number, times: 1 | -1): void => {
  const { counts } = measured
  const before = counts[byte] ?? 0
  counts[byte] = before + times
  measured.sum += (weight[before + times] ?? 0) - (weight[before] ?? 0)
}

/** Overwrites what was measured. */
export const forgetEntropy = (): void => {
  measured.stamp = -1
  measured.from = 0
  measured.to = 0
  measured.sum = 0
  measured.counts.fill(0)
}

/** Moves what is measured to `[from, to)`: stretches that are judged one after the other mostly overlap. */
const moveTo = (page: ScanPage, from: number, to: number): void => {
  const { bytes } = page
  const isNear =
    measured.stamp === page.stamp &&
    from >= measured.from &&
    from < measured.to &&
    to >= measured.to
  if (!isNear) {
    forgetEntropy()
    measured.stamp = page.stamp
    measured.from = from
    measured.to = from
  }
  for (let index = measured.from; index < from; index += 1) add(bytes[index] ?? 0, -1)
  for (let index = measured.to; index < to; index += 1) add(bytes[index] ?? 0, 1)
  measured.from = from
  measured.to = to
}

/** Shannon entropy of `[from, to)` in thousandths of a bit for each character; only the first 64 are counted. */
export const entropy = (page: ScanPage, from: number, to: number): number => {
  const end = Math.min(to, from + longestMeasured)
  const size = end - from
  if (size < 2) return 0
  moveTo(page, from, end)
  return (logOf[size] ?? 0) - Math.trunc(measured.sum / size)
}

/** Counts the kinds of characters in `[from, to)`, of the first 64. The answer is reused by the next call. */
export const mixtureOf = (page: ScanPage, from: number, to: number): Readonly<Mixture> =>
  countKinds(page, from, Math.min(to, from + longestMeasured))

/** Whether `[from, to)` holds a digit, or both small letters and capitals: a list of prefixes does not. */
export const isMixed = (page: ScanPage, from: number, to: number): boolean => {
  const kinds = mixtureOf(page, from, to)
  return kinds.digits > 0 || (kinds.lower > 0 && kinds.upper > 0)
}
