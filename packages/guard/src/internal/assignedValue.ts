/**
 * The value that a name announces: its extent, and what the name itself says about it.
 *
 * @module
 */

import { harmlessAfter, harmlessBefore, identifyingWords } from "../rules/harmlessWords.ts"
import type { Assignment } from "./assignment.ts"
import { isAlnum, isDigit, isLetter, isWord, valueIndex } from "./charClass.ts"
import { at, runEnd, type ScanPage, textOf } from "./ScanPage.ts"
import { follow, makeTrie, type Trie } from "./Trie.ts"

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

const treeOf = (words: ReadonlySet<string>): Trie => makeTrie(Array.from(words), "forwards")

const after = treeOf(harmlessAfter)
const before = treeOf(harmlessBefore)
const identifying = treeOf(identifyingWords)
const keyWords = treeOf(new Set(["client", "access", "api"]))

/** Whether `[from, to)` is one of some words. */
const isOneOf = (words: Trie, page: ScanPage, from: number, to: number): boolean => {
  let node = 0
  for (let index = from; index < to; index += 1) {
    node = follow(words, node, page.bytes[index] ?? 0)
    if (node === 0) return false
  }
  return node !== 0 && words.ends[node] !== 0
}

/** The end of the word at `from`: a name is split at all but letters and at capitals behind small letters. */
const wordEnd = (page: ScanPage, from: number, to: number): number => {
  let end = from
  while (end < to) {
    const byte = page.bytes[end] ?? 0
    if (!isLetter(byte) || (end > from && byte < 97 && (page.bytes[end - 1] ?? 0) >= 97)) break
    end += 1
  }
  return end
}

/** Whether a name has one of some words, of the last `most` of it. */
const hasWord = (words: Trie, page: ScanPage, from: number, to: number, most: number): boolean => {
  let lastFound = 0
  let count = 0
  for (let start = from; start < to; ) {
    const end = wordEnd(page, start, to)
    if (end === start) {
      start += 1
      continue
    }
    count += 1
    if (isOneOf(words, page, start, end)) lastFound = count
    start = end
  }
  return lastFound > 0 && lastFound > count - most
}

const all = Number.MAX_SAFE_INTEGER

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
  if (hasWord(after, page, assignment.nameTo, assignment.operatorFrom, all)) return true
  let from = keywordFrom
  while (from > keywordFrom - lookBehind && continuesName(page, from)) from -= 1
  return hasWord(before, page, from, keywordFrom, 2)
}

/**
 * Whether the rest of a vendor's name says that an identifier follows; a client id, an access id and an
 * API id count as keys.
 */
export const isIdentifyingName = (page: ScanPage, { nameTo, operatorFrom }: Assignment): boolean =>
  !hasWord(keyWords, page, nameTo, operatorFrom, all) &&
  hasWord(identifying, page, nameTo, operatorFrom, all)

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
