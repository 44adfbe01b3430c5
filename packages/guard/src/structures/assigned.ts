/**
 * Secrets without a shape of their own, known only by the name they are given: passwords and machine-made keys.
 *
 * @module
 */

import {
  type Extent,
  isHarmlessName,
  isMeasure,
  isOption,
  isPlaceholder,
  isWords,
  readValue,
} from "../internal/assignedValue.ts"
import { makeAssignment, readAssignment } from "../internal/assignment.ts"
import type { StructureRule } from "../internal/Check.ts"
import { isLetter } from "../internal/charClass.ts"
import type { Span } from "../internal/matchShape.ts"
import { entropy, isStandIn, mixtureOf, readsLikeWords } from "../internal/randomness.ts"
import { at, type ScanPage } from "../internal/ScanPage.ts"
import { looseWords, passwordWords, secretWords } from "../rules/secretWords.ts"

const assignment = makeAssignment()
const extent: Extent = { from: 0, to: 0 }

/** Reads the value after a name; false when there is none that is long enough. */
const readCandidate = (page: ScanPage, from: number, to: number, shortest: number): boolean => {
  if (!readAssignment(page, to, assignment)) return false
  if (assignment.announcement === "comma") return false
  if (assignment.announcement === "space" && !isOption(page, from) && !assignment.quoted)
    return false
  readValue(page, assignment.valueFrom, extent)
  return extent.to - extent.from >= shortest
}

/** What is costly to tell: whether the name or the value says that this is no secret. */
const isExcused = (page: ScanPage, from: number): boolean =>
  isHarmlessName(page, from, assignment) || isPlaceholder(page, extent) || isMeasure(page, extent)

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

/** `PASSWORD=`, `the password is`, in the languages of `passwordWords`. */
export const assignedPassword: StructureRule = {
  id: "assigned-password",
  revision: 1,
  family: "assigned-password",
  keywords: passwordWords,
  test: (page, from, to, span) => {
    if (!readCandidate(page, from, to, 8)) return false
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

const looksMachineMade = (page: ScanPage, shortest: number, lowest: number): boolean => {
  const { from, to } = extent
  if (to - from < shortest || !isJumbled(page) || entropy(page, from, to) < lowest) return false
  return (
    !readsLikeWords(page, from, to, true) && !isStandIn(page, from, to) && !isWords(page, extent)
  )
}

/** `SECRET=`, `"token": "…"`, `api key:`. */
export const assignedSecret: StructureRule = {
  id: "assigned-secret",
  revision: 1,
  family: "assigned-secret",
  keywords: secretWords,
  test: (page, from, to, span) =>
    readCandidate(page, from, to, 16) &&
    looksMachineMade(page, 16, 3200) &&
    !isExcused(page, from) &&
    fill(span),
}

/** `key=`, `auth:`; only where the value mixes small letters, capitals and digits. */
export const looselyAssignedSecret: StructureRule = {
  id: "loosely-assigned-secret",
  revision: 1,
  family: "assigned-secret",
  keywords: looseWords,
  test: (page, from, to, span) => {
    if (isLetter(at(page, from - 1)) && at(page, from - 1) >= 97 && at(page, from) >= 97)
      return false
    if (!readCandidate(page, from, to, 24) || !looksMachineMade(page, 24, 3800)) return false
    const kinds = mixtureOf(page, extent.from, extent.to)
    return kinds.lower > 0 && kinds.upper > 0 && !isExcused(page, from) && fill(span)
  },
}
