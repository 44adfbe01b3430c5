/**
 * The host's policy: more families, known values, what is held instead of refused, and a second engine.
 *
 * @module
 */

import type * as Effect from "effect/Effect"
import type { Family } from "./Family.ts"
import type { GuardField } from "./GuardField.ts"

/**
 * `refuse` fails the write; `hold` lets it through marked: a new memory is kept out of recall until someone has
 * reviewed it, and any other write asks for a reviewer.
 */
export type Severity = "refuse" | "hold"

/** Values that may be stored although they look like credentials, known by their hash alone. */
export interface AllowList {
  /** Prepended to a token before it is hashed. Default empty. */
  readonly salt?: string
  /** SHA-256 of salt and exact token, 64 hexadecimal digits each. */
  readonly hashes: ReadonlyArray<string>
}

/** One family found by a second engine; `index` is the position of the field in what was scanned. */
export interface EngineFinding {
  readonly index: number
  readonly family: string
}

/**
 * A second opinion, such as a linter of secrets. It sees the fields as they are and must keep nothing of them.
 * It may be asynchronous. It has no error channel: if it dies, the write dies with it.
 */
export interface GuardEngine {
  readonly name: string
  /** Enters the guard's version. */
  readonly version: string
  readonly scan: (fields: ReadonlyArray<GuardField>) => Effect.Effect<ReadonlyArray<EngineFinding>>
}

/** Everything is optional; without options the built-in table refuses. */
export interface GuardOptions {
  /** Added to the built-in families. A family of a built-in name extends it. */
  readonly families?: ReadonlyArray<Family>
  readonly allow?: AllowList
  /** By family; a family that is not named is refused. */
  readonly severity?: { readonly [family: string]: Severity }
  readonly engines?: ReadonlyArray<GuardEngine>
}
