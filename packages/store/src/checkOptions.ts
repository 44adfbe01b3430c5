/**
 * What a host gives when it opens a store, held against the ranges that its options state.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { OptionRefused, StoreError } from "./StoreError.ts"

/** Least and most of an integer, both included, or the closed words of a choice. */
export type OptionRange =
  | { readonly least: number; readonly most: number }
  | { readonly words: ReadonlyArray<string> }

/** Fails with the first option, in the order of `ranges`, that is given and outside its range. One left out is not judged. */
export const checkOptions = (
  options: object,
  ranges: { readonly [option: string]: OptionRange },
): Effect.Effect<void, StoreError> => {
  const given = new Map<string, unknown>(Object.entries(options))
  for (const [option, range] of Object.entries(ranges)) {
    const value = given.get(option)
    const rule = value === undefined ? undefined : ruleBroken(value, range)
    if (rule === undefined) continue
    return Effect.fail(
      new StoreError({ operation: "open", reason: new OptionRefused({ option, rule }) }),
    )
  }
  return Effect.void
}

const ruleBroken = (value: unknown, range: OptionRange): OptionRefused["rule"] | undefined => {
  if ("words" in range) {
    return typeof value === "string" && range.words.includes(value) ? undefined : "not-one-of"
  }
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return "integer"
  return value < range.least || value > range.most ? "out-of-range" : undefined
}
