/**
 * Says what is wrong with a table before it is used.
 *
 * @module
 */

import type { AssignedRule, Family, TokenRule } from "../Family.ts"
import { InvalidRule } from "../InvalidRule.ts"
import { shapesOf } from "./compileRules.ts"
import { shortestKeyword } from "./KeywordIndex.ts"
import { keywordOf, parseShape, unbounded } from "./shape.ts"

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Words of keywords that only folded texts can hold must be written in letters the guard knows; ASCII always is. */
const ascii = /^[\p{ASCII}]+$/u

const isOpen = (shape: string): boolean => {
  const pieces = parseShape(shape)
  if ("problem" in pieces) return false
  const last = pieces.at(-1)
  return last?.kind === "literal" || last?.max === unbounded
}

const tokenProblem = (rule: TokenRule): string | undefined => {
  for (const shape of shapesOf(rule.shape)) {
    const pieces = parseShape(shape)
    if ("problem" in pieces) return pieces.problem
    const keyword = keywordOf(shape)
    if (keyword.length < shortestKeyword || !ascii.test(keyword)) {
      return "a shape has no three ASCII characters of literal text to be found by"
    }
    if (rule.strong === true && !isOpen(shape)) {
      return "a strong shape must end in an open run or in literal text"
    }
  }
  return undefined
}

const assignedProblem = (rule: AssignedRule): string | undefined => {
  if (rule.names.some((name) => name.length < shortestKeyword || !ascii.test(name))) {
    return "a name has less than three characters, or others than ASCII"
  }
  for (const shape of shapesOf(rule.value)) {
    const pieces = parseShape(shape)
    if ("problem" in pieces) return pieces.problem
  }
  return undefined
}

/** The first mistake in `added`, whose ids must differ from one another and from those of `existing`. */
export const validateFamilies = (
  added: ReadonlyArray<Family>,
  existing: ReadonlyArray<Family>,
): InvalidRule | undefined => {
  const idsOf = (family: Family): ReadonlyArray<string> =>
    [...(family.tokens ?? []), ...(family.assigned ?? [])].map((rule) => rule.id)
  const ids = new Set(existing.flatMap(idsOf))
  for (const family of added) {
    if (!kebab.test(family.name)) {
      return new InvalidRule({ rule: family.name, problem: "a family's name is not in kebab case" })
    }
    const problems = [
      ...(family.tokens ?? []).map((rule) => [rule.id, tokenProblem(rule)] as const),
      ...(family.assigned ?? []).map((rule) => [rule.id, assignedProblem(rule)] as const),
    ]
    for (const [rule, own] of problems) {
      const problem = own ?? (ids.has(rule) ? "another rule has this id" : undefined)
      if (problem !== undefined) return new InvalidRule({ rule, problem })
      ids.add(rule)
    }
  }
  return undefined
}
