/**
 * What a check can demand. A broken demand is a defect that says what was expected and what came.
 *
 * @module
 */
import { deepStrictEqual, fail, ok } from "node:assert/strict"
import type { StoreError } from "@reminisce/store"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Plain data of equal structure; bytes are compared as bytes. */
export const expectEqual = (actual: unknown, expected: unknown, what?: string): void =>
  deepStrictEqual(
    plain(actual),
    plain(expected),
    what && `${what}: ${difference(actual, expected)}`,
  )

export const expectTrue = (holds: boolean, what: string): void => ok(holds, what)

/** Fails as the message says, which is that of a `StoreError`. */
export const expectRefusal = <A>(
  asked: Effect.Effect<A, StoreError>,
  message: string,
): Effect.Effect<void> =>
  Effect.map(Effect.exit(asked), (exit) => expectEqual(outcomeOf(exit), `fails: ${message}`))

/** What the effect fails with. Dies when it succeeds. */
export const failureOf = <A, E, R>(asked: Effect.Effect<A, E, R>): Effect.Effect<E, never, R> =>
  Effect.matchEffect(asked, {
    onFailure: Effect.succeed,
    onSuccess: () => Effect.die(new Error("expected a failure")),
  })

/** The part of an exit that two stores must agree on. */
export const outcomeOf = <A, E extends { readonly message: string }>(
  exit: Exit.Exit<A, E>,
): unknown => {
  if (Exit.isSuccess(exit)) return plain(exit.value)
  const error = Cause.findErrorOption(exit.cause)
  return error._tag === "Some" ? `fails: ${error.value.message}` : "dies"
}

export const expectDefect = <A, E>(asked: Effect.Effect<A, E>, what: string): Effect.Effect<void> =>
  Effect.map(Effect.exit(asked), (exit) => {
    if (!Exit.hasDies(exit)) fail(`${what}: expected a defect`)
  })

/** Bytes as text, so that any kind of byte array equals any other with the same bytes. */
const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString("hex")}`
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== "object") return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}

const difference = (actual: unknown, expected: unknown): string =>
  `${brief(actual)} instead of ${brief(expected)}`

const brief = (value: unknown): string => {
  const text = JSON.stringify(plain(value)) ?? String(value)
  return text.length > 400 ? `${text.slice(0, 400)} …` : text
}
