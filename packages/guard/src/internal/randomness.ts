/**
 * Tells a machine-made string from words, placeholders and documentation examples, in integers.
 *
 * @module
 */

import { isDigit, isLetter, toLower } from "./charClass.ts"
import type { ScanPage } from "./ScanPage.ts"

/** Longest stretch that is measured: what follows says nothing more about randomness. */
const longest = 64

const weight = new Int32Array(longest + 1)
const logOf = new Int32Array(longest + 1)
for (let count = 2; count <= longest; count += 1) {
  weight[count] = Math.round(count * Math.log2(count) * 1000)
  logOf[count] = Math.round(Math.log2(count) * 1000)
}

const counts = new Int32Array(256)

/** Shannon entropy of `[from, to)` in thousandths of a bit for each character; only the first 64 are counted. */
export const entropy = (page: ScanPage, from: number, to: number): number => {
  const end = Math.min(to, from + longest)
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

/** The 180 pairs of letters that make up 89 % of English words and identifiers, by first letter. */
const followers: { readonly [first: string]: string } = {
  a: "bcdgilmnprstuv",
  b: "aeiloru",
  c: "aehiklortu",
  d: "aeiosu",
  e: "acdefgilmnpqrstvxw",
  f: "aeiloru",
  g: "ehinorsu",
  h: "aeiortu",
  i: "acdefglmnoprstvz",
  j: "aeosu",
  k: "aeis",
  l: "adeilostuy",
  m: "abeimops",
  n: "acdefgiostuvk",
  o: "bcdfgklmnoprstuvw",
  p: "aehloprstu",
  q: "u",
  r: "acdegikmnorstuy",
  s: "acehiopstu",
  t: "acehioprstuy",
  u: "abeilmnprst",
  v: "aei",
  w: "aehio",
  x: "pt",
  y: "ps",
}

const common = new Uint8Array(128 * 128)
for (const [first, seconds] of Object.entries(followers)) {
  for (const second of seconds) common[first.charCodeAt(0) * 128 + second.charCodeAt(0)] = 1
}

/** Neighbouring letters, those of them that are common in words, and capitals that a small letter follows. */
const pairs = { count: 0, common: 0, initials: 0 }

const isCapital = (byte: number): boolean => byte >= 65 && byte <= 90

/** Counts the neighbouring letters in `[from, to)`. */
const countPairs = (page: ScanPage, from: number, to: number): void => {
  const end = Math.min(to, from + longest)
  pairs.count = 0
  pairs.common = 0
  pairs.initials = 0
  for (let index = from + 1; index < end; index += 1) {
    const left = page.bytes[index - 1] ?? 0
    const right = page.bytes[index] ?? 0
    if (!isLetter(left) || !isLetter(right)) continue
    pairs.count += 1
    pairs.common += common[toLower(left) * 128 + toLower(right)] ?? 0
    if (isCapital(left) && !isCapital(right)) pairs.initials += 1
  }
}

/** Which kinds of characters stand in a stretch. */
export interface Mixture {
  digits: number
  lower: number
  upper: number
  others: number
}

const mixture: Mixture = { digits: 0, lower: 0, upper: 0, others: 0 }

/** Counts the kinds of characters in `[from, to)`. The answer is reused by the next call. */
export const mixtureOf = (page: ScanPage, from: number, to: number): Readonly<Mixture> => {
  const end = Math.min(to, from + longest)
  mixture.digits = 0
  mixture.lower = 0
  mixture.upper = 0
  mixture.others = 0
  for (let index = from; index < end; index += 1) {
    const byte = page.bytes[index] ?? 0
    if (isDigit(byte)) mixture.digits += 1
    else if (!isLetter(byte)) mixture.others += 1
    else if (byte >= 97) mixture.lower += 1
    else mixture.upper += 1
  }
  return mixture
}

const example = [101, 120, 97, 109, 112, 108, 101]

const isExampleAt = (page: ScanPage, from: number): boolean =>
  example.every((letter, offset) => toLower(page.bytes[from + offset] ?? 0) === letter)

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
  const end = Math.min(to, from + longest)
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

/**
 * Share of common pairs, in hundredths, from which letters read like words, where there are many pairs and where there
 * are few. Words reach 85, random letters 27.
 */
const wordShare = 60
const shortWordShare = 72
const manyPairs = 20
/** Fewer pairs than this tell nothing. */
const fewestPairs = 4
/** Share of common pairs from which there is little doubt. */
const clearWordShare = 75
/** Share of capitals, in hundredths, that begin a word, where there is doubt and where there is little. Random: 42. */
const initialShare = 60
const clearInitialShare = 45

/**
 * Whether `[from, to)` reads like words rather than like a key: mostly common pairs of letters, capitals only where
 * words begin or throughout, and no digit. `numbered` lets there be a number for every eight characters.
 */
export const readsLikeWords = (
  page: ScanPage,
  from: number,
  to: number,
  numbered: boolean,
): boolean => {
  countPairs(page, from, to)
  const share = pairs.count < manyPairs ? shortWordShare : wordShare
  if (pairs.count < fewestPairs || pairs.common * 100 < pairs.count * share) return false
  const isClear = pairs.common * 100 >= pairs.count * clearWordShare
  const kinds = mixtureOf(page, from, to)
  const initials = isClear ? clearInitialShare : initialShare
  if (kinds.lower > 0 && pairs.initials * 100 < kinds.upper * initials) return false
  return numbered ? numbersIn(page, from, to) * 8 <= to - from : kinds.digits === 0
}

/** How many runs of digits there are. */
const numbersIn = (page: ScanPage, from: number, to: number): number => {
  let count = 0
  for (let index = from; index < to; index += 1) {
    const isFirst = index === from || !isDigit(page.bytes[index - 1] ?? 0)
    if (isFirst && isDigit(page.bytes[index] ?? 0)) count += 1
  }
  return count
}

/** Fewest small letters in a row that can be a sentence without its spaces. */
const shortestSentence = 12

/** Whether twelve small letters or more in a row read like words: a sentence that lost its spaces. */
export const holdsSentence = (page: ScanPage, from: number, to: number): boolean => {
  let start = from
  for (let index = from; index <= to; index += 1) {
    const byte = index < to ? (page.bytes[index] ?? 0) : 0
    if (byte >= 97 && byte <= 122) continue
    if (index - start >= shortestSentence && readsLikeWords(page, start, index, false)) return true
    start = index + 1
  }
  return false
}

/** Whether `[from, to)` holds a digit, or both small letters and capitals: a list of prefixes does not. */
export const isMixed = (page: ScanPage, from: number, to: number): boolean => {
  const kinds = mixtureOf(page, from, to)
  return kinds.digits > 0 || (kinds.lower > 0 && kinds.upper > 0)
}
