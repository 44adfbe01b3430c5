/**
 * Secrets without a shape of their own, known only by the name they are given: passwords and machine-made keys.
 *
 * @module
 */

import { type Extent, isHarmlessName, isOption, readValue } from "../internal/assignedValue.ts"
import { makeAssignment, readAssignment, readOptionValue } from "../internal/assignment.ts"
import type { StructureRule } from "../internal/Check.ts"
import { isLetter, isQuote } from "../internal/charClass.ts"
import { entropy, mixtureOf } from "../internal/entropy.ts"
import { isExcusedValue, isWords } from "../internal/excuses.ts"
import type { Span } from "../internal/matchShape.ts"
import { at, type ScanPage } from "../internal/ScanPage.ts"
import { isStandIn } from "../internal/standIns.ts"
import { isIdentifier, readsLikeWords } from "../internal/words.ts"
import { looseWords, passwordWords, secretWords } from "../rules/secretWords.ts"

const assignment = makeAssignment()
const extent: Extent = { from: 0, to: 0 }

/** Reads the value after a name; false when there is none that is long enough. */
const readCandidate = (page: ScanPage, from: number, to: number, shortest: number): boolean => {
  const mayBeOption = at(page, to) === 32 && at(page, from - 1) === 45 && isOption(page, from)
  const isRead =
    (mayBeOption && readOptionValue(page, to, assignment)) || readAssignment(page, to, assignment)
  if (!isRead) return false
  if (assignment.announcement === "comma") return false
  if (assignment.announcement === "space" && !assignment.quoted && !isOption(page, from))
    return false
  readValue(page, assignment.valueFrom, extent)
  return extent.to - extent.from >= shortest
}

/** Whether the value is the name itself: `this.token_v2 = token_v2`. */
const repeatsName = (page: ScanPage): boolean => {
  const { from, to } = extent
  let end = assignment.operatorFrom
  while (end > 0 && (at(page, end - 1) === 32 || isQuote(at(page, end - 1)))) end -= 1
  for (let back = 1; back <= to - from; back += 1) {
    if (at(page, end - back) !== at(page, to - back)) return false
  }
  return true
}

/** Whether the value or, which costs more to tell, the name says that this is no secret. */
const isExcused = (page: ScanPage, from: number): boolean =>
  isExcusedValue(page, extent) || repeatsName(page) || isHarmlessName(page, from, assignment)

const fill = (span: Span): true => {
  span.from = extent.from
  span.to = extent.to
  span.bodyFrom = extent.from
  span.bodyTo = extent.to
  return true
}

const passwordSymbols: ReadonlySet<number> = new Set(
  Array.from("!#^*@$%?~+=", (symbol) => symbol.charCodeAt(0)),
)

/** Of a longer value only the beginning is looked at. */
const longestPassword = 64

const hasSymbol = (page: ScanPage): boolean => {
  const end = Math.min(extent.to, extent.from + longestPassword)
  for (let index = extent.from; index < end; index += 1) {
    if (passwordSymbols.has(at(page, index))) return true
  }
  return false
}

const isPasswordLike = (page: ScanPage): boolean => {
  const kinds = mixtureOf(page, extent.from, extent.to)
  const letters = kinds.lower + kinds.upper
  if (letters > 0 && kinds.digits > 0) return true
  const isMixed = kinds.lower > 2 && kinds.upper > 2 && letters >= 12
  if (isMixed && !readsLikeWords(page, extent.from, extent.to, false)) return true
  return kinds.others > 0 && letters + kinds.digits > 0 && hasSymbol(page)
}

/** Whether an abbreviation is but three letters of a longer word, such as those in `cmdPtr`. */
const isWithinWord = (page: ScanPage, from: number, to: number): boolean =>
  to - from <= 3 &&
  (isLetter(at(page, to)) || (at(page, from + 1) === 100 && isLetter(at(page, from - 1))))

/** `PASSWORD=`, `the password is`, in the languages of `passwordWords`. */
export const assignedPassword: StructureRule = {
  id: "assigned-password",
  revision: 2,
  family: "assigned-password",
  keywords: passwordWords,
  test: (page, from, to, span) => {
    if (isWithinWord(page, from, to) || !readCandidate(page, from, to, 8)) return false
    if (!isPasswordLike(page) || isStandIn(page, extent.from, extent.to)) return false
    return !isExcused(page, from) && fill(span)
  },
}

/** Letters and digits, or small letters and capitals in no order that words have. */
const isJumbled = (page: ScanPage): boolean => {
  const { from, to } = extent
  const kinds = mixtureOf(page, from, to)
  if (kinds.digits > 0 && kinds.lower + kinds.upper > 0) return true
  return kinds.lower > 4 && kinds.upper > 4
}

/** No value with less entropy is a machine-made secret. */
const leastEntropy = 3200

/** The entropy of the last value that was judged, 0 for one that no machine made. Several keywords share a value. */
const last = { stamp: -1, from: -1, to: -1, entropy: 0 }

const machineEntropy = (page: ScanPage): number => {
  const { from, to } = extent
  if (last.stamp === page.stamp && last.from === from && last.to === to) return last.entropy
  last.stamp = page.stamp
  last.from = from
  last.to = to
  last.entropy = isJumbled(page) ? entropy(page, from, to) : 0
  const isMachineMade =
    last.entropy >= leastEntropy &&
    !readsLikeWords(page, from, to, true) &&
    !isStandIn(page, from, to) &&
    !isWords(page, extent) &&
    !isIdentifier(page, from, to)
  if (!isMachineMade) last.entropy = 0
  return last.entropy
}

/** `SECRET=`, `"token": "…"`, `api key:`. */
export const assignedSecret: StructureRule = {
  id: "assigned-secret",
  revision: 2,
  family: "assigned-secret",
  keywords: secretWords,
  test: (page, from, to, span) =>
    readCandidate(page, from, to, 16) &&
    machineEntropy(page) >= leastEntropy &&
    !isExcused(page, from) &&
    fill(span),
}

/** `key=`, `auth:`; only where the value mixes small letters, capitals and digits. */
export const looselyAssignedSecret: StructureRule = {
  id: "loosely-assigned-secret",
  revision: 2,
  family: "assigned-secret",
  keywords: looseWords,
  test: (page, from, to, span) => {
    const before = at(page, from - 1)
    const isWithin = isLetter(before) && before >= 97 && at(page, from) >= 97
    // In the query of a link a key opens a document, and keys that open more have a shape of their own.
    if (isWithin || before === 63 || before === 38) return false
    if (!readCandidate(page, from, to, 24) || machineEntropy(page) < 3800) return false
    const kinds = mixtureOf(page, extent.from, extent.to)
    return kinds.lower > 0 && kinds.upper > 0 && !isExcused(page, from) && fill(span)
  },
}
