/**
 * A set of checks behind one index of keywords.
 *
 * @module
 */

import type { Check, Reading, RunRule } from "./Check.ts"
import { foldKeyword } from "./foldCodePoint.ts"
import { type JointFilter, makeJointFilter, occursWithoutJoints } from "./JointFilter.ts"
import { type KeywordIndex, makeKeywordIndex, visitKeywords } from "./KeywordIndex.ts"
import { makeSpan } from "./matchShape.ts"
import type { ScanPage } from "./ScanPage.ts"

/** The keywords of one alphabet and, for each, what is to be done where it stands. */
interface Part {
  readonly index: KeywordIndex
  readonly checks: ReadonlyArray<ReadonlyArray<Check>>
}

/** Checks grouped by keyword: those in ASCII, and those in other scripts, which only folded texts can hold. */
export interface Engine {
  readonly ascii: Part
  readonly foreign: Part
  /** The keywords of strong checks, as they stand in a joined reading. */
  readonly strong: JointFilter
}

type Group = readonly [keyword: string, checks: ReadonlyArray<Check>]

/** ASCII keywords are told apart by four bytes, those of other scripts, which are rare in a text, by two. */
const makePart = (groups: ReadonlyArray<Group>, size: number): Part => ({
  index: makeKeywordIndex(
    groups.map(([keyword]) => keyword),
    size,
  ),
  checks: groups.map(([, checks]) => checks),
})

/** A keyword holds one character for each page byte. */
const isForeign = (keyword: string): boolean => /[^\p{ASCII}]/u.test(keyword)

const withoutJoints = (keyword: string): string => keyword.replace(/[\s"'`+,\\]/g, "")

/** Groups checks by keyword and compiles the indexes. */
export const makeEngine = (checks: ReadonlyArray<Check>): Engine => {
  const byKeyword = new Map<string, Array<Check>>()
  for (const check of checks) {
    const keyword = check.keyword.toLowerCase()
    const group = byKeyword.get(keyword)
    if (group === undefined) byKeyword.set(keyword, [check])
    else group.push(check)
  }
  const groups = Array.from(byKeyword, ([keyword, group]): Group => [foldKeyword(keyword), group])
  const ascii = groups.filter(([keyword]) => !isForeign(keyword))
  const foreign = groups.filter(([keyword]) => isForeign(keyword))
  const strong = groups.filter(([, group]) => group.some((check) => check.strong))
  return {
    ascii: makePart(ascii, 4),
    foreign: makePart(foreign, 2),
    strong: makeJointFilter(strong.map(([keyword]) => withoutJoints(keyword))),
  }
}

const span = makeSpan()

/** May acquit a token by its place in the page. */
export type Acquittal = (page: ScanPage, from: number, to: number, reading: Reading) => boolean

const scanPart = (
  part: Part,
  page: ScanPage,
  reading: Reading,
  found: Set<string>,
  isAllowed: Acquittal | undefined,
): void => {
  visitKeywords(part.index, page, (keyword, from) => {
    const to = from + (part.index.keywords[keyword]?.length ?? 0)
    for (const check of part.checks[keyword] ?? []) {
      if (reading === "joined" && !check.strong) continue
      if ((found.size > 0 && found.has(check.family)) || !check.test(page, from, to, span, reading))
        continue
      if (isAllowed?.(page, span.from, span.to, reading) !== true) found.add(check.family)
    }
  })
}

/** Collects the families found in a page; in a joined one only strong checks run. */
export const scanPage = (
  engine: Engine,
  page: ScanPage,
  reading: Reading,
  found: Set<string>,
  isAllowed: Acquittal | undefined,
): void => {
  scanPart(engine.ascii, page, reading, found, isAllowed)
  if (page.hasForeign) scanPart(engine.foreign, page, reading, found, isAllowed)
}

/** Whether a joined reading of a page is worth making. */
export const mayBeJoined = (engine: Engine, page: ScanPage): boolean =>
  occursWithoutJoints(engine.strong, page)

/** Adds the families whose rules accept the run `[from, to)`. */
export const scanRun = (
  rules: ReadonlyArray<RunRule>,
  page: ScanPage,
  from: number,
  to: number,
  found: Set<string>,
  isAllowed: Acquittal | undefined,
): void => {
  for (const rule of rules) {
    if (found.has(rule.family) || !rule.test(page, from, to, span)) continue
    if (isAllowed?.(page, span.from, span.to, "plain") !== true) found.add(rule.family)
  }
}
