/**
 * Tells a machine-made string from what stands in for one in documentation.
 *
 * @module
 */

import { toLower } from "./charClass.ts"
import { longestMeasured } from "./entropy.ts"
import type { ScanPage } from "./ScanPage.ts"

const example = [101, 120, 97, 109, 112, 108, 101]

const isExampleAt = (page: ScanPage, from: number): boolean => {
  for (let offset = 0; offset < example.length; offset += 1) {
    if (toLower(page.bytes[from + offset] ?? 0) !== example[offset]) return false
  }
  return true
}

/** Fewest equal or ascending characters in a row that no machine makes. */
const longRow = 8
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
export const isStandIn = (page: ScanPage, from: number, to: number): boolean => {
  if (isMonotonous(page, from, to)) return true
  const end = Math.min(to, from + longestMeasured)
  let same = 1
  let rising = 1
  let before = -2
  for (let index = from; index < end; index += 1) {
    const byte = page.bytes[index] ?? 0
    same = byte === before ? same + 1 : 1
    rising = byte === before + 1 ? rising + 1 : 1
    if (same >= longRow || rising >= longRow) return true
    if ((byte | 32) === 101 && end - index >= example.length && isExampleAt(page, index))
      return true
    before = byte
  }
  return false
}
