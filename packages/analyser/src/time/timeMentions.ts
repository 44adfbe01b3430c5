/**
 * Finds time expressions in a text: dates in figures and in words, and, against a known day, relative ones.
 * What is ambiguous in the language ("may", "03/04/2023") is read only where the words around it settle it.
 *
 * @module
 */
import { phraseMentions } from "./phraseMentions.ts"
import {
  mentionOf,
  mentionOfMonth,
  mentionOfUnit,
  mentionOfWeekday,
  type TimeMention,
} from "./TimeMention.ts"
import { timeTokens } from "./timeTokens.ts"
import {
  agoWords,
  ambiguousMonths,
  beforeAgoWords,
  dayWords,
  directionWords,
  inWords,
  linkWords,
  monthAbbreviations,
  monthNames,
  monthPrepositions,
  numberWords,
  onWords,
  unitNames,
  weekdayNames,
} from "./timeWords.ts"

/** Mentions read in one text; the rest is ignored. */
const maxMentions = 32

/** The mentions a rule found at a token, and how many tokens it used; nothing when it does not apply. */
type Reading = readonly [mentions: ReadonlyArray<TimeMention>, length: number]

/** Reads from `tokens[at]` on; `today` is undefined where relative expressions cannot be resolved. */
type Rule = (
  tokens: ReadonlyArray<string>,
  at: number,
  today: number | undefined,
) => Reading | undefined

const textAt = (tokens: ReadonlyArray<string>, at: number): string => tokens[at] ?? ""

const reading = (mention: TimeMention | undefined, length: number): Reading | undefined =>
  mention === undefined ? undefined : [[mention], length]

const yearFirst = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:t[\d:.]*z?)?$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/

/** Day before month, except that slashes leave it open unless one of the two cannot be a month. */
const readYearLast = (
  first: number,
  sign: string,
  second: number,
  year: number,
): TimeMention | undefined => {
  if (sign !== "/" || first > 12) return mentionOf(year, second, first)
  return second > 12 ? mentionOf(year, first, second) : mentionOf(year, 0, 0)
}

const readFigures: Rule = (tokens, at) => {
  const text = textAt(tokens, at)
  const before = yearFirst.exec(text)
  if (before !== null) {
    const [, year, month, day = "0"] = before
    return reading(mentionOf(Number(year), Number(month), Number(day)), 1)
  }
  const after = yearLast.exec(text)
  if (after === null) return undefined
  const [, first, sign = "", second, year] = after
  return reading(readYearLast(Number(first), sign, Number(second), Number(year)), 1)
}

const yearOf = (text: string): number => (/^(?:19|20)\d\d$/.test(text) ? Number(text) : 0)

const dayOf = (text: string): number => {
  const digits = /^(\d{1,2})(?:st|nd|rd|th|го|е|er)?$/.exec(text)?.[1]
  const day = digits === undefined ? 0 : Number(digits)
  return day >= 1 && day <= 31 ? day : 0
}

const isMonthHere = (tokens: ReadonlyArray<string>, at: number): boolean => {
  const text = textAt(tokens, at)
  const beside = (neighbour: string): boolean => dayOf(neighbour) > 0 || yearOf(neighbour) > 0
  if (beside(textAt(tokens, at - 1)) || beside(textAt(tokens, at + 1))) return true
  if (linkWords.has(textAt(tokens, at - 1)) && dayOf(textAt(tokens, at - 2)) > 0) return true
  if (linkWords.has(textAt(tokens, at + 1)) && yearOf(textAt(tokens, at + 2)) > 0) return true
  if (!monthNames.has(text)) return false
  return !ambiguousMonths.has(text) || monthPrepositions.has(textAt(tokens, at - 1))
}

const monthAt = (tokens: ReadonlyArray<string>, at: number): number => {
  const text = textAt(tokens, at)
  const month = monthNames.get(text) ?? monthAbbreviations.get(text) ?? 0
  return month > 0 && isMonthHere(tokens, at) ? month : 0
}

/** From the month on: the day after it, if none came before, and the year. */
const readFromMonth = (
  tokens: ReadonlyArray<string>,
  at: number,
  dayBefore: number,
): readonly [year: number, month: number, day: number, length: number] | undefined => {
  const month = monthAt(tokens, at)
  if (month === 0) return undefined
  let next = at + 1
  let day = dayBefore
  if (day === 0 && dayOf(textAt(tokens, next)) > 0) day = dayOf(textAt(tokens, next++))
  const linked = linkWords.has(textAt(tokens, next)) ? next + 1 : next
  const year = yearOf(textAt(tokens, linked))
  return [year, month, day, (year > 0 ? linked + 1 : next) - at]
}

const readDayAndMonth: Rule = (tokens, at) => {
  const day = dayOf(textAt(tokens, at))
  if (day === 0) return undefined
  const monthFrom = linkWords.has(textAt(tokens, at + 1)) ? at + 2 : at + 1
  const found = readFromMonth(tokens, monthFrom, day)
  if (found === undefined) return undefined
  return reading(mentionOf(found[0], found[1], day), monthFrom - at + found[3])
}

const readMonth: Rule = (tokens, at) => {
  const found = readFromMonth(tokens, at, 0)
  return found === undefined
    ? undefined
    : reading(mentionOf(found[0], found[1], found[2]), found[3])
}

const readYear: Rule = (tokens, at) => {
  const year = yearOf(textAt(tokens, at))
  return year === 0 ? undefined : reading(mentionOf(year, 0, 0), 1)
}

const readDayWord: Rule = (tokens, at, today) => {
  const offset = dayWords.get(textAt(tokens, at))
  if (offset === undefined || today === undefined) return undefined
  return reading(mentionOfUnit("day", offset, today), 1)
}

/** "the day before yesterday" and "the day after tomorrow" are read from "day" on. */
const readDayBeside: Rule = (tokens, at, today) => {
  if (today === undefined || textAt(tokens, at) !== "day") return undefined
  const next = `${textAt(tokens, at + 1)} ${textAt(tokens, at + 2)}`
  if (next === "before yesterday") return reading(mentionOfUnit("day", -2, today), 3)
  return next === "after tomorrow" ? reading(mentionOfUnit("day", 2, today), 3) : undefined
}

/** "last night" is yesterday; "this day" and "next day" are told from something else than now. */
const directed = (name: string, direction: number, today: number): TimeMention | undefined => {
  const weekday = weekdayNames.get(name)
  if (weekday !== undefined) return mentionOfWeekday(weekday, direction, today)
  const month = monthNames.get(name)
  if (month !== undefined) return mentionOfMonth(month, direction, today)
  const unit = unitNames.get(name)
  if (unit === undefined || (unit === "day" && direction >= 0)) return undefined
  return mentionOfUnit(unit, direction, today)
}

const readDirected: Rule = (tokens, at, today) => {
  if (today === undefined) return undefined
  const [one, other] = [textAt(tokens, at), textAt(tokens, at + 1)]
  const direction = directionWords.get(one)
  if (direction !== undefined) return reading(directed(other, direction, today), 2)
  const directionAfter = directionWords.get(other)
  if (directionAfter === undefined || !unitNames.has(one)) return undefined
  return reading(directed(one, directionAfter, today), 2)
}

const countOf = (text: string): number =>
  numberWords.get(text) ?? (/^\d{1,3}$/.test(text) ? Number(text) : 0)

/** A count and a unit from `at` on, with what may stand between them ("a couple of weeks"). */
const readCount = (
  tokens: ReadonlyArray<string>,
  at: number,
): readonly [count: number, unitAt: number] => {
  let count = 0
  let next = at
  while (next < at + 2 && countOf(textAt(tokens, next)) > 0) count = countOf(textAt(tokens, next++))
  if (count > 0 && linkWords.has(textAt(tokens, next))) next++
  return [count, next]
}

const readDistance: Rule = (tokens, at, today) => {
  if (today === undefined) return undefined
  const first = textAt(tokens, at)
  const isBefore = beforeAgoWords.has(first) || (first === "a" && textAt(tokens, at - 1) === "y")
  const isIn = inWords.has(first)
  const [count, unitAt] = readCount(tokens, isBefore || isIn ? at + 1 : at)
  const unit = unitNames.get(textAt(tokens, unitAt))
  if (unit === undefined) return undefined
  const isAgo = agoWords.has(textAt(tokens, unitAt + 1))
  if (isAgo) {
    return reading(mentionOfUnit(unit, -Math.max(count, 1), today), unitAt + 2 - at)
  }
  if (count === 0 || (!isBefore && !isIn)) return undefined
  return reading(mentionOfUnit(unit, isBefore ? -count : count, today), unitAt + 1 - at)
}

/** "on Friday" may be the last or the next. */
const readOnWeekday: Rule = (tokens, at, today) => {
  const weekday = weekdayNames.get(textAt(tokens, at + 1))
  if (today === undefined || weekday === undefined || !onWords.has(textAt(tokens, at))) {
    return undefined
  }
  return [[mentionOfWeekday(weekday, -1, today), mentionOfWeekday(weekday, 1, today)], 2]
}

/** The first that applies is taken. */
const rules: ReadonlyArray<Rule> = [
  readFigures,
  readDistance,
  readDirected,
  readDayBeside,
  readDayAndMonth,
  readMonth,
  readYear,
  readDayWord,
  readOnWeekday,
]

/** The words some rule begins with; besides them only figures begin one. */
const firstWords: ReadonlySet<string> = new Set([
  ...monthNames.keys(),
  ...monthAbbreviations.keys(),
  ...dayWords.keys(),
  ...unitNames.keys(),
  ...directionWords.keys(),
  ...numberWords.keys(),
  ...beforeAgoWords,
  ...inWords,
  ...onWords,
])

const mayBegin = (token: string): boolean => {
  const unit = token.charCodeAt(0)
  return (unit >= 0x30 && unit <= 0x39) || firstWords.has(token)
}

/** The first 32 mentions of a text; relative ones only if `today` (days since 1970) is given. */
export const timeMentions = (
  text: string,
  today: number | undefined,
): ReadonlyArray<TimeMention> => {
  const { normalised, tokens } = timeTokens(text)
  const mentions: Array<TimeMention> = [...phraseMentions(normalised, today)]
  let at = 0
  while (at < tokens.length && mentions.length < maxMentions) {
    if (!mayBegin(textAt(tokens, at))) {
      at++
      continue
    }
    let found: Reading | undefined
    for (const rule of rules) {
      found = rule(tokens, at, today)
      if (found !== undefined) break
    }
    mentions.push(...(found?.[0] ?? []))
    at += found?.[1] ?? 1
  }
  return mentions.slice(0, maxMentions)
}
