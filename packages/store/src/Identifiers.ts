/**
 * Where new keys and plan ids come from: chance no one can guess, computed from nothing. Replaced in
 * tests that need the same keys twice.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface IdentifierSource {
  /** `prefix` and 32 hexadecimal digits. */
  readonly key: (prefix: string) => Effect.Effect<string>
  /** 32 hexadecimal digits. */
  readonly plan: Effect.Effect<string>
}

const digits = Effect.sync(() => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
})

export const Identifiers: Context.Reference<IdentifierSource> = Context.Reference(
  "@reminisce/store/Identifiers",
  {
    defaultValue: (): IdentifierSource => ({
      key: (prefix) => Effect.map(digits, (text) => prefix + text),
      plan: digits,
    }),
  },
)

/** Counts up from `start`: the same keys for the same writes. For tests. */
export const countingIdentifiers = (start = 0): IdentifierSource => {
  let next = start
  const count = Effect.sync(() => (next++).toString(16).padStart(32, "0"))
  return { key: (prefix) => Effect.map(count, (text) => prefix + text), plan: count }
}
