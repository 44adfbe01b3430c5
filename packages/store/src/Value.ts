/**
 * The values a record can hold and the one order they have. Integers and instants are safe integers,
 * text is well-formed Unicode without NUL; there are no floating-point values in a store.
 *
 * @module
 */

/** Milliseconds since 1970-01-01T00:00:00Z, an integer; may be negative. */
export type EpochMillis = number

/** `instant` is an `EpochMillis`; it is a kind of its own so that adapters may use their time type. */
export type ValueKind = "text" | "integer" | "instant" | "boolean"

export type Value = string | number | boolean

/** A `many` attribute is a set: no duplicates, kept in the order of `compareValues`. */
export type AttributeValue = Value | ReadonlyArray<Value>

export interface Attributes {
  readonly [name: string]: AttributeValue
}

/** The text as UTF-8 bytes would sort: by code point. Locale and UTF-16 units play no part. */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) {
      // A surrogate stands for a code point above every other unit of the basic plane.
      const xHigh = x >= 0xd800 && x <= 0xdfff
      const yHigh = y >= 0xd800 && y <= 0xdfff
      return xHigh === yHigh ? x - y : xHigh ? 1 : -1
    }
  }
  return a.length - b.length
}

/** Orders values of one kind: numbers by size, false before true, text by its UTF-8 bytes. */
export const compareValues = (a: Value, b: Value): number =>
  typeof a === "string" && typeof b === "string" ? compareText(a, b) : Number(a) - Number(b)

/** Why a value cannot be stored under a kind, or undefined when it can. */
export const valueFault = (kind: ValueKind, value: unknown): string | undefined => {
  switch (kind) {
    case "text":
      if (typeof value !== "string") return "not-text"
      if (!value.isWellFormed()) return "malformed-unicode"
      return value.includes("\u0000") ? "nul" : undefined
    case "boolean":
      return typeof value === "boolean" ? undefined : "not-boolean"
    default:
      if (typeof value !== "number" || !Number.isSafeInteger(value)) return "not-integer"
      return Object.is(value, -0) ? "negative-zero" : undefined
  }
}

/** The set as it is stored: sorted, each value once. */
export const canonicalSet = (values: ReadonlyArray<Value>): ReadonlyArray<Value> =>
  values.length < 2 ? [...values] : [...new Set(values)].sort(compareValues)
