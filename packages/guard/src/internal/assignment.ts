/**
 * Reads one assignment: from the end of a name over the rest of it, an operator and quotes to the value.
 * `NAME=v`, `"name": "v"`, `name => v`, `name := v`, `<name>v`, `| name | v |`, `**name:** v`, `the name is v`.
 * At most about eighty bytes are looked at.
 *
 * @module
 */

import { copulas, directions } from "../rules/secretWords.ts"
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
const prepositions = directions.map(foldKeyword)

const setOf = (text: string): ReadonlySet<number> =>
  new Set(Array.from(text, (character) => character.charCodeAt(0)))
const valueOpeners = setOf("\t\n\v\f\r \"'`*\\[]=({")
const nameClosers = setOf("\t \"'`*\\]")

/** What each byte can be in an assignment. */
const namePart = 1
const valueOpener = 2
const nameCloser = 4
const roles = Uint8Array.from(
  { length: 256 },
  (_, byte) =>
    (isWord(byte) || byte === 45 || byte === 46 || byte === 32 || byte === 9 ? namePart : 0) |
    (valueOpeners.has(byte) ? valueOpener : 0) |
    (nameClosers.has(byte) ? nameCloser : 0),
)

const hasRole = (byte: number, role: number): boolean => ((roles[byte] ?? 0) & role) !== 0

/** The end of one of some words at `from`, or -1. */
const wordEnd = (words: ReadonlyArray<string>, page: ScanPage, from: number): number => {
  const first = toLower(at(page, from))
  for (const verb of words) {
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

/** The end of a verb at `from`, or of a preposition where the name was complete, or -1. */
const verbEnd = (page: ScanPage, from: number, isComplete: boolean): number => {
  const end = wordEnd(verbs, page, from)
  return end < 0 && isComplete ? wordEnd(prepositions, page, from) : end
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
    if (!hasRole(byte, valueOpener)) break
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

/** The last name that ended in a sign or a comma. Another keyword in the same name announces the same value. */
const recent = { ...makeAssignment(), stamp: -1 }

/** Field by field: this is done for every name in a text. */
const keepRecent = (page: ScanPage, from: Readonly<Assignment>): void => {
  recent.stamp = page.stamp
  recent.nameTo = from.nameTo
  recent.operatorFrom = from.operatorFrom
  recent.valueFrom = from.valueFrom
  recent.announcement = from.announcement
  recent.quoted = from.quoted
}

const isSameName = (page: ScanPage, from: number): boolean =>
  recent.stamp === page.stamp && from > recent.nameTo && from <= recent.operatorFrom

/** The end of the rest of a name at `from`; -1 when it has too many spaces. Fills `into` when a verb follows it. */
const nameEnd = (page: ScanPage, from: number, into: Assignment): number => {
  let position = from
  let spaces = 0
  while (position < from + longestName) {
    const byte = at(page, position)
    if (byte === 32 || byte >= 128) {
      const end = verbEnd(page, byte === 32 ? position + 1 : position, position === from)
      if (end >= 0) {
        announce(page, position, end, "verb", into)
        return position
      }
    }
    const next = at(page, position + 1)
    if (
      !hasRole(byte, namePart) ||
      (byte === 45 && next === 62) ||
      (byte === 46 && isSpace(next))
    ) {
      break
    }
    if (byte === 32) spaces += 1
    position += 1
  }
  return spaces > mostSpaces ? -1 : position
}

/** Reads the value of a command-line option from the space at `from` behind its name: `--password v`, not `--password -v`. */
export const readOptionValue = (page: ScanPage, from: number, into: Assignment): boolean => {
  const next = at(page, from + 1)
  if (next === 45 || next === 58 || next === 61) return false
  into.nameTo = from
  return announce(page, from, from + 1, "space", into)
}

/** Reads on from the end of a keyword. Returns false when no value is announced there. */
export const readAssignment = (page: ScanPage, from: number, into: Assignment): boolean => {
  into.nameTo = from
  if (isSameName(page, from)) {
    into.operatorFrom = recent.operatorFrom
    into.valueFrom = recent.valueFrom
    into.announcement = recent.announcement
    into.quoted = recent.quoted
    return true
  }
  into.valueFrom = -1
  const operatorFrom = nameEnd(page, from, into)
  if (operatorFrom < 0 || into.valueFrom >= 0) return operatorFrom >= 0
  let position = operatorFrom
  while (position < operatorFrom + 4 && hasRole(at(page, position), nameCloser)) position += 1
  const end = signEnd(page, position)
  if (end >= 0 || at(page, position) === 44) {
    const announcement = end >= 0 ? "sign" : "comma"
    announce(page, operatorFrom, end >= 0 ? end : position + 1, announcement, into)
    keepRecent(page, into)
    return true
  }
  const isApart = at(page, from) === 32 || at(page, from) === 9
  return isApart && announce(page, from, from + 1, "space", into)
}
