/**
 * Tells a machine-made string from what stands in for one in documentation.
 *
 * @module
 */

import { longestMeasured } from "./entropy.ts"
import type { ScanPage } from "./ScanPage.ts"
import { hasRow } from "./tallies.ts"

/** Characters by which variety is judged, the fewest that can be judged, and how many distinct ones are too few. */
const judged = 24
const fewestJudged = 12
const tooFew = 4
const tooFewOfMany = 5

/** Whether the first characters are hardly ever another one. */
const isMonotonous = (page: ScanPage, from: number, to: number): boolean => {
  const end = Math.min(to, from + judged)
  const most = end - from === judged ? tooFewOfMany : tooFew
  const distinct: Array<number> = []
  for (let index = from; index < end; index += 1) {
    const byte = page.bytes[index] ?? 0
    if (distinct.includes(byte)) continue
    if (distinct.length === most) return false
    distinct.push(byte)
  }
  return end - from >= fewestJudged
}

/**
 * Whether `[from, to)` is a stand-in: hardly any distinct characters, eight equal ones in a row, eight in ascending
 * order (`12345678`), or the word "example". Only the first 64 characters are looked at.
 */
export const isStandIn = (page: ScanPage, from: number, to: number): boolean =>
  isMonotonous(page, from, to) || hasRow(page, from, Math.min(to, from + longestMeasured))
