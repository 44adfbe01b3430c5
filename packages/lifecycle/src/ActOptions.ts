/**
 * What a caller may say of an act on a memory that exists.
 *
 * @module
 */
import {
  type Invalid,
  KeyInput,
  Limits,
  makeDecoder,
  prose,
  RememberInput,
  type TooLarge,
} from "@reminisce/schema"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export interface ActOptions {
  /** Kept in the history; guarded. Up to `Limits.reasonBytes`. */
  readonly reason?: string
  /** Who looked at it: answers a hold, and stands in the history as `by`. Up to `Limits.reviewerBytes`. */
  readonly reviewedBy?: string
}

export interface FulfilOptions extends ActOptions {
  /** Key of the memory that did it. */
  readonly by?: string
}

export interface SupersedeOptions {
  /** Kept in the history of the memory that is replaced; guarded. Up to `Limits.reasonBytes`. */
  readonly reason?: string
}

const reason = Schema.optionalKey(prose(Limits.reasonBytes))
const reviewedBy = RememberInput.fields.reviewedBy

export const decodeActOptions: (input: unknown) => Effect.Effect<ActOptions, Invalid | TooLarge> =
  makeDecoder(Schema.Struct({ reason, reviewedBy }), "options")

export const decodeFulfilOptions: (
  input: unknown,
) => Effect.Effect<FulfilOptions, Invalid | TooLarge> = makeDecoder(
  Schema.Struct({ reason, reviewedBy, by: Schema.optionalKey(KeyInput) }),
  "options",
)

export const decodeSupersedeOptions: (
  input: unknown,
) => Effect.Effect<SupersedeOptions, Invalid | TooLarge> = makeDecoder(
  Schema.Struct({ reason }),
  "options",
)

/** Checks one key a caller names. */
export const decodeKey: (input: unknown) => Effect.Effect<string, Invalid | TooLarge> = makeDecoder(
  KeyInput,
  "key",
)
