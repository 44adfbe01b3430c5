/**
 * What a caller may say of an erasure, and the checks it passes.
 *
 * @module
 */
import {
  InstantInput,
  type Invalid,
  integer,
  KeyInput,
  Limits,
  line,
  list,
  makeDecoder,
  parseInstant,
  prose,
  RememberInput,
  type TooLarge,
} from "@reminisce/schema"
import type { EpochMillis } from "@reminisce/store"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A backup that still holds the words, for the receipt to name. */
export interface RegisteredBackup {
  /** How the host finds it. No words. Up to 256 bytes. */
  readonly name: string
  /** Milliseconds since 1970 UTC, or RFC 3339 text with a zone. */
  readonly takenAt: EpochMillis | string
}

export interface EraseOptions {
  /** Who stands for it; kept in the history of every memory. Up to `Limits.reviewerBytes`. */
  readonly by?: string
  /**
   * How long to wait for other readers of the store's files, in milliseconds, 0 to a day. Default
   * 30,000. 0 leaves the files as they are: the receipt says `pending` until `verifyErasure`.
   */
  readonly waitMillis?: number
  /** Backups taken before, at most 1,000. */
  readonly backups?: ReadonlyArray<RegisteredBackup>
}

export interface WithdrawOptions extends EraseOptions {
  /** The person's affects alone, or the strands of the agent's persona about them; all else stays. */
  readonly only?: "affect" | "persona"
  /** Most memories in one transaction, 1 to 4,000. Default: the store's `withdrawBatch`. */
  readonly batch?: number
}

export interface PurgeOptions extends Omit<WithdrawOptions, "only"> {
  /** Must be true. */
  readonly confirm?: boolean
}

const BACKUPS = 1_000
const WAIT_MOST = 86_400_000

const erase = {
  by: RememberInput.fields.reviewedBy,
  waitMillis: Schema.optionalKey(integer(0, WAIT_MOST)),
  backups: Schema.optionalKey(
    list(Schema.Struct({ name: line(256), takenAt: InstantInput }), BACKUPS),
  ),
}
const batch = Schema.optionalKey(integer(1, 4_000))

export const decodeReason: (input: unknown) => Effect.Effect<string, Invalid | TooLarge> =
  makeDecoder(prose(Limits.reasonBytes), "reason")

export const decodeSubject: (input: unknown) => Effect.Effect<string, Invalid | TooLarge> =
  makeDecoder(line(Limits.subjectBytes), "subject")

export const decodeKey: (input: unknown) => Effect.Effect<string, Invalid | TooLarge> = makeDecoder(
  KeyInput,
  "key",
)

export const decodeEraseOptions = makeDecoder(Schema.Struct(erase), "options")

export const decodeWithdrawOptions = makeDecoder(
  Schema.Struct({
    ...erase,
    batch,
    only: Schema.optionalKey(Schema.Literals(["affect", "persona"])),
  }),
  "options",
)

export const decodeRetainOptions = makeDecoder(
  Schema.Struct({ ...erase, until: Schema.optionalKey(InstantInput) }),
  "options",
)

/** Of an instant that was decoded, so that there always is one. */
export const toMillis = (at: EpochMillis | string): EpochMillis => {
  const parsed = parseInstant(at)
  return "at" in parsed ? parsed.at : 0
}

export const decodePurgeOptions = makeDecoder(
  Schema.Struct({ ...erase, batch, confirm: Schema.optionalKey(Schema.Boolean) }),
  "options",
)

/** Words to look for, each of them as it was written. */
export const decodeWords: (
  input: unknown,
) => Effect.Effect<ReadonlyArray<string>, Invalid | TooLarge> = makeDecoder(
  list(prose(Limits.contentBytes), 10_000),
  "words",
)
