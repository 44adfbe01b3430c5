/**
 * Reads one assignment: from the end of a name over the rest of it, an operator and quotes to the value.
 * `NAME=v`, `"name": "v"`, `name => v`, `name := v`, `<name>v`, `| name | v |`, `**name:** v`, `the name is v`.
 * At most about eighty bytes are looked at.
 *
 * @module
 */

import { isQuote, isSpace, valueIndex } from "./charClass.ts"
import { type NameEnd, readNameEnd } from "./NameWalk.ts"
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

const setOf = (text: string): ReadonlySet<number> =>
  new Set(Array.from(text, (character) => character.charCodeAt(0)))
const valueOpeners = setOf("\t\n\v\f\r \"'`*\\[]=({")
const nameClosers = setOf("\t \"'`*\\]")

/** What each byte can be in an assignment. */
const valueOpener = 1
const nameCloser = 2
const roles = Uint8Array.from(
  { length: 256 },
  (_, byte) =>
    (valueOpeners.has(byte) ? valueOpener : 0) | (nameClosers.has(byte) ? nameCloser : 0),
)

const hasRole = (byte: number, role: number): boolean => ((roles[byte] ?? 0) & role) !== 0

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

/** The last end of a name that was looked at. Other keywords in the same name announce the same value. */
const recent = { ...makeAssignment(), stamp: -1, isAnnounced: false }

/** Reads the operator behind a name that ends at `from`; false when there is none. Fills `recent`. */
const readOperator = (page: ScanPage, from: number): boolean => {
  if (recent.stamp === page.stamp && recent.operatorFrom === from) return recent.isAnnounced
  recent.stamp = page.stamp
  recent.operatorFrom = from
  let position = from
  while (position < from + 4 && hasRole(at(page, position), nameCloser)) position += 1
  const end = signEnd(page, position)
  recent.isAnnounced = end >= 0 || at(page, position) === 44
  if (end >= 0) announce(page, from, end, "sign", recent)
  else if (recent.isAnnounced) announce(page, from, position + 1, "comma", recent)
  return recent.isAnnounced
}

const name: NameEnd = { to: 0, verbTo: -1 }

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
  if (!readNameEnd(page, from, name)) return false
  if (name.verbTo >= 0) return announce(page, name.to, name.verbTo, "verb", into)
  if (readOperator(page, name.to)) {
    into.operatorFrom = recent.operatorFrom
    into.valueFrom = recent.valueFrom
    into.announcement = recent.announcement
    into.quoted = recent.quoted
    return true
  }
  const isApart = at(page, from) === 32 || at(page, from) === 9
  return isApart && announce(page, from, from + 1, "space", into)
}
