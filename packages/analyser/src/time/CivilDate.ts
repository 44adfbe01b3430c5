/**
 * Days of the proleptic Gregorian calendar in UTC, by integer arithmetic alone.
 *
 * @module
 */

/** A day, a month (`day` 0) or a year (`month` 0) of the calendar; a month without a year has `year` 0. */
export interface CivilDate {
  readonly year: number
  /** 1 to 12, or 0 when only the year is known. */
  readonly month: number
  /** 1 to 31, or 0 when only the month is known. */
  readonly day: number
}

const millisPerDay = 86_400_000
const daysPerEra = 146_097
/** From 1 March of year 0 to 1 January 1970. */
const epochOffset = 719_468

/** The day, counted from 1 January 1970, that an instant in epoch milliseconds falls on. */
export const dayOfEpochMillis = (epochMillis: number): number =>
  Math.floor(epochMillis / millisPerDay)

/** The date of a day counted from 1 January 1970. */
export const civilOfDay = (epochDay: number): CivilDate => {
  const shifted = epochDay + epochOffset
  const era = Math.floor(shifted / daysPerEra)
  const dayOfEra = shifted - era * daysPerEra
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  }
}

/** The day, counted from 1 January 1970, of a date whose three parts are known. */
export const dayOfCivil = ({ year, month, day }: CivilDate): number => {
  const yearFromMarch = month <= 2 ? year - 1 : year
  const era = Math.floor(yearFromMarch / 400)
  const yearOfEra = yearFromMarch - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysPerEra + dayOfEra - epochOffset
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (epochDay: number): number => {
  const fromThursday = (epochDay + 3) % 7
  return fromThursday < 0 ? fromThursday + 7 : fromThursday
}

/** The month `count` months after a date (before it, when negative). */
export const addMonths = (date: CivilDate, count: number): CivilDate => {
  const months = date.year * 12 + date.month - 1 + count
  const year = Math.floor(months / 12)
  return { year, month: months - year * 12 + 1, day: 0 }
}

/** Whether a date exists: 30 February and the 13th month do not. */
export const isCivil = (date: CivilDate): boolean => {
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > 31) return false
  const back = civilOfDay(dayOfCivil(date))
  return back.month === date.month && back.day === date.day
}
