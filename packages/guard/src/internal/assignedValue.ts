/**
 * The value that a name announces: its extent, and what the name itself says about it.
 *
 * @module
 */

import { harmlessAfter, harmlessBefore, identifyingWords } from "../rules/harmlessWords.ts"
import type { Assignment } from "./assignment.ts"
import { isAlnum, isDigit, isLetter, isWord, toLower, valueIndex } from "./charClass.ts"
import { at, runEnd, type ScanPage, textOf } from "./ScanPage.ts"

/** Longest value that is looked at. */
const longestValue = 160
const lookBehind = 28

/** `[from, to)` of a value. */
export interface Extent {
  from: number
  to: number
}

const isClosing = (byte: number): boolean =>
  byte === 46 ||
  byte === 58 ||
  byte === 33 ||
  byte === 63 ||
  byte === 41 ||
  byte === 93 ||
  byte === 125 ||
  byte === 124 ||
  byte === 42 ||
  byte === 92

/** Reads a value up to white space, a quote, `,;<>&` or 160 bytes, and leaves closing punctuation out. */
export const readValue = (page: ScanPage, from: number, into: Extent): void => {
  let to = Math.min(runEnd(page, valueIndex, 0, from), from + longestValue)
  while (to > from && isClosing(at(page, to - 1))) to -= 1
  into.from = from
  into.to = to
}

const smallLetters = Array.from({ length: 256 }, (_, byte) =>
  isLetter(byte) ? String.fromCharCode(toLower(byte)) : "",
)

/** The words of a name, in small letters: it is split at all but letters and at capitals behind small letters. */
const wordsOf = (page: ScanPage, from: number, to: number): ReadonlyArray<string> => {
  const words: Array<string> = []
  let word = ""
  for (let index = from; index < to; index += 1) {
    const byte = page.bytes[index] ?? 0
    const letter = smallLetters[byte] ?? ""
    const isInitial = byte < 97 && (page.bytes[index - 1] ?? 0) >= 97
    if (word !== "" && (letter === "" || isInitial)) {
      words.push(word)
      word = ""
    }
    word += letter
  }
  if (word !== "") words.push(word)
  return words
}

/** Whether `did:` or `urn:` ends at a position: any other colon ends what was said before the name. */
const endsScheme = (page: ScanPage, to: number): boolean => {
  if (to < 4 || at(page, to - 1) !== 58) return false
  const scheme = textOf(page, to - 4, to - 1).toLowerCase()
  return scheme === "did" || scheme === "urn"
}

/** Whether the byte before a position belongs to the words of a name. */
const continuesName = (page: ScanPage, to: number): boolean => {
  const byte = at(page, to - 1)
  return isWord(byte) || byte === 45 || byte === 32 || endsScheme(page, to)
}

/** Whether the rest of the name, or the two words before the keyword, say that no secret follows. */
export const isHarmlessName = (
  page: ScanPage,
  keywordFrom: number,
  assignment: Assignment,
): boolean => {
  const rest = wordsOf(page, assignment.nameTo, assignment.operatorFrom)
  if (rest.some((word) => harmlessAfter.has(word))) return true
  let from = keywordFrom
  while (from > keywordFrom - lookBehind && continuesName(page, from)) from -= 1
  return wordsOf(page, from, keywordFrom)
    .slice(-2)
    .some((word) => harmlessBefore.has(word))
}

const keyWords: ReadonlySet<string> = new Set(["client", "access", "api"])

/**
 * Whether the rest of a vendor's name says that an identifier follows; a client id, an access id and an
 * API id count as keys.
 */
export const isIdentifyingName = (page: ScanPage, assignment: Assignment): boolean => {
  const words = wordsOf(page, assignment.nameTo, assignment.operatorFrom)
  if (words.some((word) => keyWords.has(word))) return false
  return words.some((word) => identifyingWords.has(word))
}

/** Whether the text before a keyword makes it a command-line option: `--password x`, `-p x`. */
export const isOption = (page: ScanPage, keywordFrom: number): boolean => {
  let from = keywordFrom
  while (
    from > keywordFrom - lookBehind &&
    (isAlnum(at(page, from - 1)) || at(page, from - 1) === 45)
  )
    from -= 1
  return at(page, from) === 45 && !isDigit(at(page, from + 1))
}
