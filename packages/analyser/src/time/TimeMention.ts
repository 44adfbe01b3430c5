/**
 * What a time expression points at.
 *
 * @module
 */
import { addMonths, type CivilDate, civilOfDay, isCivil, weekdayOf } from "./CivilDate.ts"
import type { CalendarUnit } from "./timeWords.ts"

/** The dates an expression may mean. */
export interface TimeMention {
  /** One date, known to the year, the month or the day; or the seven days of a week. */
  readonly dates: ReadonlyArray<CivilDate>
  /** Whether it was told from the day the text was written, and so means that date and no other year's. */
  readonly isRelative: boolean
}

/** An absolute date; a month or day that does not exist is left unknown, and none of all is no mention. */
export const mentionOf = (year: number, month: number, day: number): TimeMention | undefined => {
  const isMonth = month >= 1 && month <= 12
  const isDay = isMonth && isCivil({ year: year === 0 ? 2000 : year, month, day })
  if (year === 0 && !isMonth) return undefined
  const date = { year, month: isMonth ? month : 0, day: isDay ? day : 0 }
  return { dates: [date], isRelative: false }
}

const relative = (...dates: ReadonlyArray<CivilDate>): TimeMention => ({ dates, isRelative: true })

/** The day, week (Monday to Sunday), month or year `count` units from `today`. */
export const mentionOfUnit = (unit: CalendarUnit, count: number, today: number): TimeMention => {
  const date = civilOfDay(today)
  switch (unit) {
    case "day":
      return relative(civilOfDay(today + count))
    case "week": {
      const monday = today - weekdayOf(today) + 7 * count
      return relative(...[0, 1, 2, 3, 4, 5, 6].map((day) => civilOfDay(monday + day)))
    }
    case "month":
      return relative(addMonths(date, count))
    case "year":
      return relative({ year: date.year + count, month: 0, day: 0 })
  }
}

/** The last such day of the week before `today` (direction -1), the next after it (1), or one in its week (0). */
export const mentionOfWeekday = (
  weekday: number,
  direction: number,
  today: number,
): TimeMention => {
  const distance = weekday - weekdayOf(today)
  if (direction < 0) return relative(civilOfDay(today + (distance < 0 ? distance : distance - 7)))
  if (direction > 0) return relative(civilOfDay(today + (distance > 0 ? distance : distance + 7)))
  return relative(civilOfDay(today + distance))
}

/** A named month of the past twelve (direction -1), of the coming twelve (1), or of this year (0). */
export const mentionOfMonth = (month: number, direction: number, today: number): TimeMention => {
  const now = civilOfDay(today)
  const isPastThisYear = month < now.month
  const isComingThisYear = month > now.month
  const year =
    direction < 0 && !isPastThisYear
      ? now.year - 1
      : direction > 0 && !isComingThisYear
        ? now.year + 1
        : now.year
  return relative({ year, month, day: 0 })
}
