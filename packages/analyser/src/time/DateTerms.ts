/**
 * Dates as terms, so that "in May 2023" and "last week" are looked up like words. They begin with "@", which
 * no word does: `@y2023`, `@ym2023-05`, `@d2023-05-08`, and without a year `@m5`, `@md05-08`.
 *
 * @module
 */
import { type CivilDate, civilOfDay, dayOfEpochMillis } from "./CivilDate.ts"
import { timeMentions } from "./timeMentions.ts"

const padded = (value: number): string => value.toString().padStart(2, "0")

/** The exact term of a date first, then ever coarser ones. */
const termsOfDate = ({ year, month, day }: CivilDate): ReadonlyArray<string> => {
  const terms: Array<string> = []
  if (year !== 0 && day > 0) terms.push(`@d${year}-${padded(month)}-${padded(day)}`)
  if (day > 0) terms.push(`@md${padded(month)}-${padded(day)}`)
  if (year !== 0 && month > 0) terms.push(`@ym${year}-${padded(month)}`)
  if (month > 0) terms.push(`@m${month}`)
  if (year !== 0) terms.push(`@y${year}`)
  return terms
}

/**
 * The terms of an instant in epoch milliseconds (UTC), five of them: its day, day of any year, month, month of
 * any year, and year. Any integer is legal.
 */
export const dateTerms = (epochMillis: number): ReadonlyArray<string> =>
  termsOfDate(civilOfDay(dayOfEpochMillis(epochMillis)))

/**
 * The terms of the times a memory's text speaks of, resolved against the memory's own instant in epoch
 * milliseconds: "yesterday" gives the day before, "last week" its month (a text seldom means one day of it).
 * Distinct; from the first 32 expressions of the text.
 */
export const relativeDates = (text: string, atEpochMillis: number): ReadonlyArray<string> => {
  const terms = new Set<string>()
  for (const { dates } of timeMentions(text, dayOfEpochMillis(atEpochMillis))) {
    for (const date of dates) {
      const known = dates.length > 1 ? { ...date, day: 0 } : date
      for (const term of termsOfDate(known)) terms.add(term)
    }
  }
  return [...terms]
}

/**
 * The terms a question asks for by the times it names: the exact ones first, then, for dates that were not told
 * from `now`, the coarser ones, so that a near miss still counts for something. A week asks for each of its days.
 * Relative expressions are read only if `now` (epoch milliseconds) is given.
 */
export const queryDateTerms = (text: string, now?: number): ReadonlyArray<string> => {
  const exact = new Set<string>()
  const coarse = new Set<string>()
  const today = now === undefined ? undefined : dayOfEpochMillis(now)
  for (const { dates, isRelative } of timeMentions(text, today)) {
    for (const date of dates) {
      const [first, ...rest] = termsOfDate(date)
      if (first !== undefined) exact.add(first)
      if (!isRelative) for (const term of rest) coarse.add(term)
    }
  }
  return [...new Set([...exact, ...coarse])]
}
