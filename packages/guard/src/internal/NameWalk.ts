/**
 * Finds where the rest of a name ends and whether a verb follows it. Keywords overlap and stand close to one another,
 * so what was walked over for one of them is remembered for the next: each byte of a page is walked over once.
 *
 * @module
 */

import { copulas, directions } from "../rules/secretWords.ts"
import { isSpace, isWord, toLower } from "./charClass.ts"
import { foldKeyword } from "./foldCodePoint.ts"
import { at, type ScanPage } from "./ScanPage.ts"

/** Bytes of the rest of a name, and spaces in it. */
const longestName = 30
const mostSpaces = 3

const isNamePart = Uint8Array.from({ length: 256 }, (_, byte) =>
  isWord(byte) || byte === 45 || byte === 46 || byte === 32 || byte === 9 ? 1 : 0,
)

/** Words by their first byte. */
type WordsByFirst = ReadonlyArray<ReadonlyArray<string> | undefined>

const byFirst = (words: ReadonlyArray<string>): WordsByFirst =>
  Array.from({ length: 256 }, (_, byte) => {
    const alike = words.map(foldKeyword).filter((word) => word.charCodeAt(0) === byte)
    return alike.length === 0 ? undefined : alike
  })

const verbs = byFirst(copulas)
const prepositions = byFirst(directions)

/** The end of one of some words at `from`, or -1. */
const wordEnd = (words: WordsByFirst, page: ScanPage, from: number): number => {
  const first = toLower(at(page, from))
  const alike = words[first]
  if (alike === undefined) return -1
  for (const word of alike) {
    let length = 1
    while (length < word.length && toLower(at(page, from + length)) === word.charCodeAt(length)) {
      length += 1
    }
    if (length < word.length) continue
    const end = from + length
    if (first >= 128 || isSpace(at(page, end)) || at(page, end) === 58) return end
  }
  return -1
}

/** Where a word may begin: behind a space, and anywhere in a script without spaces. */
const mayBeginWord = (byte: number): boolean => byte === 32 || byte >= 128

/** The end of one of some words that begin at or behind the byte at `position`, or -1. */
const wordEndAt = (words: WordsByFirst, page: ScanPage, position: number): number =>
  wordEnd(words, page, at(page, position) === 32 ? position + 1 : position)

const endsName = (page: ScanPage, position: number, byte: number): boolean => {
  if (isNamePart[byte] === 0) return true
  if (byte === 45) return at(page, position + 1) === 62
  return byte === 46 && isSpace(at(page, position + 1))
}

/** Most bytes that are remembered at a time. */
const capacity = 4096

/** The stretch that was walked over: `[from, to)` of one page. */
const walked = {
  stamp: -1,
  from: 0,
  to: 0,
  /** Whether a name ends at `to`. */
  isEnd: false,
  /** The end of the verb that stands at `to`, or -1. */
  verbTo: -1,
  /** How many spaces stand between the beginning of the stretch and each of its places; it wraps around. */
  spaces: new Uint8Array(capacity + 1),
}

const isRemembered = (page: ScanPage, from: number): boolean =>
  walked.stamp === page.stamp &&
  from >= walked.from &&
  from <= walked.to &&
  from + longestName <= walked.from + capacity

const begin = (page: ScanPage, from: number): void => {
  walked.stamp = page.stamp
  walked.from = from
  walked.to = from
  walked.isEnd = false
  walked.verbTo = -1
}

/** Walks on until the name ends, a verb stands there, or `limit` is reached. */
const walkOn = (page: ScanPage, limit: number): void => {
  const { spaces } = walked
  while (walked.to < limit && !walked.isEnd && walked.verbTo < 0) {
    const position = walked.to
    const byte = at(page, position)
    if (mayBeginWord(byte)) walked.verbTo = wordEndAt(verbs, page, position)
    walked.isEnd = endsName(page, position, byte)
    if (walked.isEnd || walked.verbTo >= 0) return
    const index = position - walked.from
    spaces[index + 1] = (spaces[index] ?? 0) + (byte === 32 ? 1 : 0)
    walked.to = position + 1
  }
}

const spacesBetween = (from: number, to: number): number =>
  ((walked.spaces[to - walked.from] ?? 0) - (walked.spaces[from - walked.from] ?? 0)) & 255

/** Where a name ends, and the end of the verb that stands there, or -1. */
export interface NameEnd {
  to: number
  verbTo: number
}

/**
 * Reads the rest of a name from `from`: up to a verb, or at most thirty bytes. A preposition is a verb where the name
 * was complete at `from`. Returns false when the name has more than three spaces.
 */
export const readNameEnd = (page: ScanPage, from: number, into: NameEnd): boolean => {
  into.to = from
  into.verbTo = -1
  if (mayBeginWord(at(page, from))) {
    into.verbTo = wordEndAt(verbs, page, from)
    if (into.verbTo < 0) into.verbTo = wordEndAt(prepositions, page, from)
    if (into.verbTo >= 0) return true
  }
  if (!isRemembered(page, from)) begin(page, from)
  walkOn(page, from + longestName)
  if (walked.to < from + longestName) {
    into.to = walked.to
    into.verbTo = walked.verbTo
  } else {
    into.to = from + longestName
  }
  return into.verbTo >= 0 || spacesBetween(from, into.to) <= mostSpaces
}
