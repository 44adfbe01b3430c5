/**
 * Turns the rows of the table into checks. A row is parsed when its keyword is first met: most never are.
 *
 * @module
 */

import type { AssignedRule, Checksum, Family, TokenRule } from "../Family.ts"
import { isIdentifyingName } from "./assignedValue.ts"
import { makeAssignment, readAssignment } from "./assignment.ts"
import type { Check, StructureRule } from "./Check.ts"
import { isLetter } from "./charClass.ts"
import { entropy, isMixed } from "./entropy.ts"
import {
  type CompiledShape,
  compileForward,
  compileShape,
  hasLiteral,
  matchAround,
  matchFrom,
  type Span,
} from "./matchShape.ts"
import { at, type ScanPage, textOf } from "./ScanPage.ts"
import { keywordOf, parseShape } from "./shape.ts"
import { isStandIn } from "./standIns.ts"
import { holdsSentence, readsLikeWords } from "./words.ts"

export const shapesOf = (shape: string | ReadonlyArray<string>): ReadonlyArray<string> =>
  typeof shape === "string" ? [shape] : shape

const lazy = <A>(make: () => A): (() => A) => {
  let value: A | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** A shape that cannot be parsed has no pieces and matches nothing; `validateFamilies` has said so before. */
const piecesOf = (shape: string) => {
  const pieces = parseShape(shape)
  return "problem" in pieces ? [] : pieces
}

/** The entropy of fewer characters tells nothing. */
const shortestMeasured = 16
/** The floor where a row sets none: below what sixteen random digits have. */
const usualEntropy = 2000
/** Where characters were glued together, this much of what follows is judged: it may be a sentence. */
const longestJoined = 40
/** Fewer characters read like words by chance. */
const shortestRead = 10

/** Whether the variable part of a candidate is no stand-in, no words, and as mixed as it must be. */
const looksRandom = (page: ScanPage, span: Span, minEntropy: number, strict: boolean): boolean => {
  const { bodyFrom } = span
  const bodyTo = strict ? Math.min(span.to, bodyFrom + longestJoined) : span.bodyTo
  return (
    !isStandIn(page, bodyFrom, bodyTo) &&
    (!strict || (isMixed(page, bodyFrom, span.bodyTo) && !holdsSentence(page, bodyFrom, bodyTo))) &&
    (bodyTo - bodyFrom < shortestMeasured || entropy(page, bodyFrom, bodyTo) >= minEntropy) &&
    (bodyTo - bodyFrom < shortestRead || !readsLikeWords(page, bodyFrom, bodyTo, strict))
  )
}

/** Whether the checksum of a candidate is right. One of another length than the format's has none. */
const isVerified = (checksum: Checksum, page: ScanPage, span: Span): boolean => {
  const size = span.to - span.from
  const [least, most] = checksum.length
  return size >= least && size <= most && checksum.verify(textOf(page, span.from, span.to))
}

/** No vendor's random part repeats its prefix; where it does, the next occurrence is looked at in its turn. */
const recurrence = 24
const shortestRecurring = 4

/** Whether the keyword stands again soon after its end. */
const recurs = (page: ScanPage, keyword: string, from: number): boolean => {
  if (keyword.length < shortestRecurring) return false
  const first = keyword.charCodeAt(0)
  for (let index = from; index < from + recurrence; index += 1) {
    if (at(page, index) === first && hasLiteral(page, index, keyword, false)) return true
  }
  return false
}

const tokenChecks = (family: string, rule: TokenRule): ReadonlyArray<Check> =>
  shapesOf(rule.shape).map((text) => {
    const keyword = keywordOf(text)
    const shape = lazy(() => compileShape(piecesOf(text), keyword, rule.anyCase === true))
    const strong = rule.strong === true
    const { checksum, minEntropy = usualEntropy } = rule
    return {
      family,
      keyword,
      strong,
      test: (page, from, to, span, reading) => {
        if (!matchAround(shape(), page, from, to, strong, span)) return false
        if (recurs(page, keyword, to)) return false
        if (checksum?.role === "required") return isVerified(checksum, page, span)
        if (looksRandom(page, span, minEntropy, reading === "joined")) return true
        return checksum !== undefined && isVerified(checksum, page, span)
      },
    }
  })

const assignment = makeAssignment()

const assignedChecks = (family: string, rule: AssignedRule): ReadonlyArray<Check> => {
  const shapes = lazy(
    (): ReadonlyArray<CompiledShape> =>
      shapesOf(rule.value).map((text) => compileForward(piecesOf(text), false)),
  )
  const { minEntropy = usualEntropy } = rule
  const test: Check["test"] = (page, from, to, span) => {
    if (rule.wholeWord === true && isLetter(at(page, from - 1))) return false
    if (!readAssignment(page, to, assignment) || assignment.announcement === "space") return false
    const isKey = (shape: CompiledShape): boolean =>
      matchFrom(shape, page, assignment.valueFrom, span) &&
      looksRandom(page, span, minEntropy, false)
    return shapes().some(isKey) && !isIdentifyingName(page, assignment)
  }
  return rule.names.map((keyword) => ({ family, keyword, strong: false, test }))
}

const structureChecks = (rule: StructureRule): ReadonlyArray<Check> =>
  rule.keywords.map((keyword) => ({
    family: rule.family,
    keyword,
    strong: rule.strong === true,
    test: rule.test,
  }))

/** Compiles the table. Rows of hosts must have passed `validateFamilies`. */
export const compileRules = (
  families: ReadonlyArray<Family>,
  structures: ReadonlyArray<StructureRule>,
): ReadonlyArray<Check> => [
  ...families.flatMap((family) => [
    ...(family.tokens ?? []).flatMap((rule) => tokenChecks(family.name, rule)),
    ...(family.assigned ?? []).flatMap((rule) => assignedChecks(family.name, rule)),
  ]),
  ...structures.flatMap(structureChecks),
]
