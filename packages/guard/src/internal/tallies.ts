/**
 * Counts, for any stretch of a page, what tells words, stand-ins and keys apart. Stretches that are judged overlap, as
 * one value can follow several names and hold others; so each byte is counted once, and a stretch is a difference.
 *
 * @module
 */

import { isAlnum, isDigit, isLetter, toLower } from "./charClass.ts"
import type { ScanPage } from "./ScanPage.ts"

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

/** 1 to 26 for a letter of either case, 0 for anything else. */
const letterOf = new Uint8Array(256)
for (let letter = 1; letter <= 26; letter += 1) {
  letterOf[64 + letter] = letter
  letterOf[96 + letter] = letter
}

const commonPairs = new Uint8Array(32 * 32)
for (const [first, seconds] of Object.entries(followers)) {
  for (const second of seconds) {
    commonPairs[((first.charCodeAt(0) & 31) << 5) | (second.charCodeAt(0) & 31)] = 1
  }
}

const kinds = { other: 0, digit: 1, lower: 2, upper: 3 } as const

const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isDigit(byte)) return kinds.digit
  if (!isLetter(byte)) return kinds.other
  return byte >= 97 ? kinds.lower : kinds.upper
})

const isStrange = Uint8Array.from({ length: 256 }, (_, byte) =>
  isAlnum(byte) || "-_./@".includes(String.fromCharCode(byte)) ? 0 : 1,
)

const example = Array.from("example", (letter) => letter.charCodeAt(0))

/** Whether the word "example" ends with the byte at `last`. */
const endsExample = (bytes: Uint8Array, last: number): boolean => {
  for (let offset = 0; offset < example.length; offset += 1) {
    if (toLower(bytes[last - offset] ?? 0) !== example[example.length - 1 - offset]) return false
  }
  return true
}

/** Fewest equal or ascending characters in a row that no machine makes. */
const longRow = 8

/** Most bytes that are remembered at a time, and of one stretch: counts are kept modulo 256. */
const capacity = 2048
export const longestStretch = 255

/** How many there are from the beginning of what is remembered up to each place; it wraps around. */
const column = (): Uint8Array => new Uint8Array(capacity + 1)

/** Characters by kind. */
const digits = column()
const lower = column()
const upper = column()
/** Of neighbouring letters, by the second: all, those that are common in words, capitals that a small letter follows. */
const pairs = column()
const common = column()
const initials = column()
/** Digits that follow no digit. */
const numbers = column()
/** Where eight equal or ascending characters end, and the word "example". */
const rows = column()
const examples = column()
/** Slashes of either kind. */
const slashes = column()
/** What stands neither in words nor between them. */
const strangers = column()

const columns = [
  digits,
  lower,
  upper,
  pairs,
  common,
  initials,
  numbers,
  rows,
  examples,
  slashes,
  strangers,
]

/** `[from, to)` of one page is counted; `same` and `rising` are the rows under way at its end. */
const counted = { stamp: -1, from: 0, to: 0, same: 0, rising: 0 }

const countOn = (page: ScanPage, end: number): void => {
  const { bytes } = page
  let { same, rising } = counted
  let place = counted.to - counted.from
  let before = place > 0 ? (bytes[counted.to - 1] ?? 0) : -2
  for (let position = counted.to; position < end; position += 1) {
    const byte = bytes[position] ?? 0
    const kind = kindOf[byte] ?? 0
    const first = before < 0 ? 0 : (letterOf[before] ?? 0)
    const second = letterOf[byte] ?? 0
    const isPair = first !== 0 && second !== 0
    same = byte === before ? same + 1 : 1
    rising = byte === before + 1 ? rising + 1 : 1
    const next = place + 1
    digits[next] = (digits[place] ?? 0) + (kind === kinds.digit ? 1 : 0)
    lower[next] = (lower[place] ?? 0) + (kind === kinds.lower ? 1 : 0)
    upper[next] = (upper[place] ?? 0) + (kind === kinds.upper ? 1 : 0)
    pairs[next] = (pairs[place] ?? 0) + (isPair ? 1 : 0)
    common[next] = (common[place] ?? 0) + (isPair ? (commonPairs[(first << 5) | second] ?? 0) : 0)
    // Bit 5 tells a small letter from a capital.
    initials[next] = (initials[place] ?? 0) + (isPair ? (~before & byte & 32) >> 5 : 0)
    numbers[next] =
      (numbers[place] ?? 0) + (kind === kinds.digit && (before < 0 || !isDigit(before)) ? 1 : 0)
    rows[next] = (rows[place] ?? 0) + (same >= longRow || rising >= longRow ? 1 : 0)
    const isExample =
      (byte | 32) === 101 && place >= example.length - 1 && endsExample(bytes, position)
    examples[next] = (examples[place] ?? 0) + (isExample ? 1 : 0)
    strangers[next] = (strangers[place] ?? 0) + (isStrange[byte] ?? 0)
    slashes[next] = (slashes[place] ?? 0) + (byte === 47 || byte === 92 ? 1 : 0)
    before = byte
    place = next
  }
  counted.to = end
  counted.same = same
  counted.rising = rising
}

/** Makes sure that a stretch of at most 255 bytes is counted. */
const reach = (page: ScanPage, from: number, to: number): void => {
  const isNear = counted.stamp === page.stamp && from >= counted.from && from <= counted.to
  if (!isNear || to > counted.from + capacity) {
    counted.stamp = page.stamp
    counted.from = from
    counted.to = from
    counted.same = 0
    counted.rising = 0
  }
  if (counted.to < to) countOn(page, to)
}

const between = (of: Uint8Array, from: number, to: number): number =>
  to <= from ? 0 : ((of[to - counted.from] ?? 0) - (of[from - counted.from] ?? 0)) & 255

/** Which kinds of characters stand in a stretch. */
export interface Mixture {
  digits: number
  lower: number
  upper: number
  others: number
}

const mixture: Mixture = { digits: 0, lower: 0, upper: 0, others: 0 }

/** Counts the kinds of characters in `[from, to)`, at most 255. The answer is reused by the next call. */
export const countKinds = (page: ScanPage, from: number, to: number): Readonly<Mixture> => {
  reach(page, from, to)
  mixture.digits = between(digits, from, to)
  mixture.lower = between(lower, from, to)
  mixture.upper = between(upper, from, to)
  mixture.others = Math.max(0, to - from) - mixture.digits - mixture.lower - mixture.upper
  return mixture
}

/** Neighbouring letters, those of them that are common in words, and capitals that a small letter follows. */
export interface Pairs {
  count: number
  common: number
  initials: number
}

const neighbours: Pairs = { count: 0, common: 0, initials: 0 }

/** Counts the neighbouring letters in `[from, to)`, at most 255. The answer is reused by the next call. */
export const countPairs = (page: ScanPage, from: number, to: number): Readonly<Pairs> => {
  reach(page, from, to)
  neighbours.count = between(pairs, from + 1, to)
  neighbours.common = between(common, from + 1, to)
  neighbours.initials = between(initials, from + 1, to)
  return neighbours
}

/** How many runs of digits there are in `[from, to)`, at most 255 bytes. */
export const countNumbers = (page: ScanPage, from: number, to: number): number => {
  if (to <= from) return 0
  reach(page, from, to)
  return between(numbers, from + 1, to) + (isDigit(page.bytes[from] ?? 0) ? 1 : 0)
}

/** How many slashes of either kind there are in `[from, to)`, at most 255 bytes. */
export const countSlashes = (page: ScanPage, from: number, to: number): number => {
  reach(page, from, to)
  return between(slashes, from, to)
}

/** Whether `[from, to)`, at most 255 bytes, holds but letters, digits and `-_./@`. */
export const holdsWordsOnly = (page: ScanPage, from: number, to: number): boolean => {
  reach(page, from, to)
  return between(strangers, from, to) === 0
}

/** Whether eight equal or ascending characters stand in `[from, to)`, at most 255 bytes, or the word "example". */
export const hasRow = (page: ScanPage, from: number, to: number): boolean => {
  reach(page, from, to)
  return (
    between(rows, from + longRow - 1, to) > 0 ||
    between(examples, from + example.length - 1, to) > 0
  )
}

/** Overwrites what was counted. */
export const forgetTallies = (): void => {
  const size = counted.to - counted.from
  if (size > 0) for (const each of columns) each.fill(0, 0, size + 1)
  counted.stamp = -1
  counted.from = 0
  counted.to = 0
}
