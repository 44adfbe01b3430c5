/**
 * Instants as callers write them: integer milliseconds since 1970 UTC, or RFC 3339 text with a zone.
 * Text without a zone names no instant and is refused.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:\d{2})?$/

/** Instants outside ±8.64e15 ms, about 271,821 years from 1970, are refused, as JavaScript's dates end there. */
export const INSTANT_MAX = 8_640_000_000_000_000

/** The instant, or the rule that is broken. Fractions beyond a millisecond are cut. */
export const parseInstant = (
  input: string | number,
): { readonly at: EpochMillis } | { readonly rule: string } => {
  if (typeof input === "number") {
    if (!Number.isSafeInteger(input) || Object.is(input, -0)) return { rule: "instant" }
    return Math.abs(input) <= INSTANT_MAX ? { at: input } : { rule: "instant-out-of-range" }
  }
  const found = input.length <= 40 ? RFC3339.exec(input) : null
  if (found === null) return { rule: "instant" }
  const part = (i: number): number => Number(found[i] ?? 0)
  const zone = found[8]
  if (zone === undefined) return { rule: "instant-without-zone" }
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(part) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month))
    return { rule: "no-such-day" }
  if (hour > 23 || minute > 59 || second > 59) return { rule: "no-such-time" }
  const offset = /^[Zz]$/.test(zone)
    ? 0
    : Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6)))
  if (Math.abs(offset) > 18 * 60) return { rule: "no-such-zone" }
  const millis = Number((found[7] ?? "").padEnd(3, "0").slice(0, 3))
  const minutes = (daysFromCivil(year, month, day) * 24 + hour) * 60 + minute - offset
  return { at: (minutes * 60 + second) * 1_000 + millis }
}

/** `2026-11-29T10:00:00.000Z`, with a sign and six digits of year outside 0 to 9999. */
export const formatInstant = (at: EpochMillis): string => {
  const day = Math.floor(at / 86_400_000)
  const rest = at - day * 86_400_000
  const [year, month, date] = civilFromDays(day)
  const two = (n: number): string => String(n).padStart(2, "0")
  const years =
    year >= 0 && year <= 9_999
      ? String(year).padStart(4, "0")
      : `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`
  const hours = Math.floor(rest / 3_600_000)
  const minutes = Math.floor(rest / 60_000) % 60
  const seconds = Math.floor(rest / 1_000) % 60
  const millis = String(rest % 1_000).padStart(3, "0")
  return `${years}-${two(month)}-${two(date)}T${two(hours)}:${two(minutes)}:${two(seconds)}.${millis}Z`
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export const daysOfMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** Days from 1970-01-01 to a day of the proleptic Gregorian calendar, counting years from March. */
export const daysFromCivil = (year: number, month: number, day: number): number => {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Year, month and day of a number of days from 1970-01-01; the inverse of `daysFromCivil`. */
export const civilFromDays = (days: number): readonly [number, number, number] => {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
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
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day]
}
