/**
 * Tells a machine-made string from words by its neighbouring letters.
 *
 * @module
 */

import { isDigit } from "./charClass.ts"
import { longestMeasured, mixtureOf } from "./entropy.ts"
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

const common = new Uint8Array(32 * 32)
for (const [first, seconds] of Object.entries(followers)) {
  for (const second of seconds) {
    common[((first.charCodeAt(0) & 31) << 5) | (second.charCodeAt(0) & 31)] = 1
  }
}

/** Neighbouring letters, those of them that are common in words, and capitals that a small letter follows. */
const pairs = { count: 0, common: 0, initials: 0 }

/** Counts the neighbouring letters in `[from, to)`. */
const countPairs = (page: ScanPage, from: number, to: number): void => {
  const { bytes } = page
  const end = Math.min(to, from + longestMeasured)
  let count = 0
  let shared = 0
  let initials = 0
  let left = from < end ? (bytes[from] ?? 0) : 0
  for (let index = from + 1; index < end; index += 1) {
    const right = bytes[index] ?? 0
    const second = letterOf[right] ?? 0
    const first = letterOf[left] ?? 0
    if (first !== 0 && second !== 0) {
      count += 1
      shared += common[(first << 5) | second] ?? 0
      // Bit 5 tells a small letter from a capital.
      initials += (~left & right & 32) >> 5
    }
    left = right
  }
  pairs.count = count
  pairs.common = shared
  pairs.initials = initials
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
