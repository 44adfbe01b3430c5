/**
 * Reads one assignment: from the end of a name over the rest of it, an operator and quotes to the value.
 * `NAME=v`, `"name": "v"`, `name => v`, `name := v`, `<name>v`, `| name | v |`, `**name:** v`, `the name is v`.
 * At most about eighty bytes are looked at.
 *
 * @module
 */

import { copulas } from "../rules/secretWords.ts"
import { isQuote, isSpace, isWord, toLower, valueIndex } from "./charClass.ts"
import { foldKeyword } from "./foldCodePoint.ts"
import { at, runEnd, type ScanPage } from "./ScanPage.ts"

/** How the value was announced: an operator sign, a comma, a verb, or nothing but a space. */
export type Announcement = "sign" | "comma" | "verb" | "space"

/** Where the parts of an assignment stand. */
export interface Assignment {
  /** End of the keyword, where the rest of the name begins. */
  nameTo: number
  /** End of the rest of the name. */
  operatorFrom: number
  valueFrom: number
  announcement: Announcement
  quoted: boolean
}

export const makeAssignment = (): Assignment => ({
  nameTo: 0,
  operatorFrom: 0,
  valueFrom: 0,
  announcement: "sign",
  quoted: false,
})

const longestName = 30
const mostSpaces = 3

const verbs = copulas.map(foldKeyword)

const isNamePart = (byte: number): boolean =>
  isWord(byte) || byte === 45 || byte === 46 || byte === 32 || byte === 9

/** Marks that may open a value: white space, quotes, brackets, markup. */
const opensValue = (byte: number): boolean =>
  isSpace(byte) ||
  isQuote(byte) ||
  byte === 42 ||
  byte === 92 ||
  byte === 91 ||
  byte === 93 ||
  byte === 61 ||
  byte === 40 ||
  byte === 123

/** Marks that may close a name before its operator, on the same line. */
const closesName = (byte: number): boolean =>
  byte === 32 || byte === 9 || isQuote(byte) || byte === 42 || byte === 92 || byte === 93

/** The end of a verb of `copulas` at `from`, or -1. */
const verbEnd = (page: ScanPage, from: number): number => {
  const first = toLower(at(page, from))
  for (const verb of verbs) {
    if (verb.charCodeAt(0) !== first) continue
    let length = 1
    while (length < verb.length && toLower(at(page, from + length)) === verb.charCodeAt(length)) {
      length += 1
    }
    if (length < verb.length) continue
    const end = from + length
    if (first >= 128 || isSpace(at(page, end)) || at(page, end) === 58) return end
  }
  return -1
}

/** Whether a tag's end is followed by a value and another tag: `<password>v</password>`. */
const isElement = (page: ScanPage, from: number): boolean =>
  at(page, runEnd(page, valueIndex, 1, from)) === 60

/** The end of the operator at `from`, or -1. */
const signEnd = (page: ScanPage, from: number): number => {
  const first = at(page, from)
  const second = at(page, from + 1)
  if (first === 61) return second === 62 || second === 61 ? from + 2 : from + 1
  if (first === 58) {
    let end = from + 1
    while (end < from + 3 && at(page, end) === 58) end += 1
    return at(page, end) === 61 ? end + 1 : end
  }
  if (first === 62) return isElement(page, from + 1) ? from + 1 : -1
  if (first === 124 && second === 124) return from + 2
  if (first === 124) return isSpace(at(page, from - 1)) ? from + 1 : -1
  if ((first === 63 && second === 61) || (first === 45 && second === 62)) return from + 2
  return -1
}

/** Skips quotes, brackets and spaces before a value; at most eight. */
const openValue = (page: ScanPage, from: number, into: Assignment): void => {
  let position = from
  into.quoted = false
  while (position < from + 8) {
    const byte = at(page, position)
    if (!opensValue(byte)) break
    if (isQuote(byte)) into.quoted = true
    position += 1
  }
  into.valueFrom = position
}

const announce = (
  page: ScanPage,
  operatorFrom: number,
  valueFrom: number,
  announcement: Announcement,
  into: Assignment,
): true => {
  into.operatorFrom = operatorFrom
  into.announcement = announcement
  openValue(page, valueFrom, into)
  return true
}

/** Reads on from the end of a keyword. Returns false when no value is announced there. */
export const readAssignment = (page: ScanPage, from: number, into: Assignment): boolean => {
  into.nameTo = from
  let position = from
  let spaces = 0
  while (position < from + longestName) {
    const byte = at(page, position)
    if (byte === 32 && verbEnd(page, position + 1) >= 0) {
      return announce(page, position, verbEnd(page, position + 1), "verb", into)
    }
    if (byte >= 128 && verbEnd(page, position) >= 0) {
      return announce(page, position, verbEnd(page, position), "verb", into)
    }
    if (byte === 45 && at(page, position + 1) === 62) break
    if (!isNamePart(byte) || (byte === 46 && isSpace(at(page, position + 1)))) break
    if (byte === 32) spaces += 1
    position += 1
  }
  if (spaces > mostSpaces) return false
  const operatorFrom = position
  while (position < operatorFrom + 4 && closesName(at(page, position))) position += 1
  const end = signEnd(page, position)
  if (end >= 0) return announce(page, operatorFrom, end, "sign", into)
  if (at(page, position) === 44) return announce(page, operatorFrom, position + 1, "comma", into)
  const isApart = at(page, from) === 32 || at(page, from) === 9
  return isApart && announce(page, from, from + 1, "space", into)
}
