/**
 * Tells a machine-made string from words by its neighbouring letters.
 *
 * @module
 */

import { isDigit, isLetter } from "./charClass.ts"
import { longestMeasured, mixtureOf } from "./entropy.ts"
import type { ScanPage } from "./ScanPage.ts"
import { countNumbers, countPairs, longestStretch } from "./tallies.ts"

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
  const pairs = countPairs(page, from, Math.min(to, from + longestMeasured))
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
  if (to - from <= longestStretch) return countNumbers(page, from, to)
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

/** Fewest letters of a part of an identifier that is a word, and how much of the identifier must be words. */
const shortestPart = 4
const partShare = 60
/** Digits in an identifier. */
const mostDigits = 2

/** What stands in names and between them, besides letters and digits. */
const nameSigns: ReadonlySet<number> = new Set(Array.from("_$.?![])", (sign) => sign.charCodeAt(0)))

const isSmall = (byte: number): boolean => byte >= 97 && byte <= 122

/**
 * Whether `[from, to)` is a name in code, whose capitals may stand together: `AWSSDKCredentialProvider`,
 * `options.credentials?.KMS`. Most of it must be words, each of which reads like one.
 */
export const isIdentifier = (page: ScanPage, from: number, to: number): boolean => {
  const { bytes } = page
  let digits = 0
  let inWords = 0
  for (let index = from; index < to; ) {
    const byte = bytes[index] ?? 0
    let end = index + 1
    if (isLetter(byte)) {
      while (end < to && isSmall(bytes[end] ?? 0)) end += 1
      const isWord = end - index >= shortestPart && readsLikeWords(page, index, end, false)
      if (isWord) inWords += end - index
    } else if (isDigit(byte)) digits += 1
    else if (!nameSigns.has(byte)) return false
    index = end
  }
  return digits <= mostDigits && inWords * 100 >= (to - from) * partShare
}
