/**
 * The one error of the store port: which operation, and a closed reason. No reason carries stored
 * words or a caller's input; an adapter translates its engine's trouble into these and defines none
 * of its own.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** The engine cannot be reached or answered nothing in time. A retry can help; nothing was written. */
export class Unavailable extends Schema.TaggedError<Unavailable>(
  "@reminisce/store/StoreError/Unavailable",
)("Unavailable", { what: Schema.String }) {}

/** Others kept writing to this owner until the deadline. A retry can help; nothing was written. */
export class Contended extends Schema.TaggedError<Contended>(
  "@reminisce/store/StoreError/Contended",
)("Contended", { attempts: Schema.Int }) {}

/** The owner moved under a read each time it was tried. A retry can help. */
export class Moved extends Schema.TaggedError<Moved>("@reminisce/store/StoreError/Moved")(
  "Moved",
  {},
) {}

/** The answer to a commit was lost and its plan cannot be found: it may or may not have happened. Read before retrying. */
export class OutcomeUnknown extends Schema.TaggedError<OutcomeUnknown>(
  "@reminisce/store/StoreError/OutcomeUnknown",
)("OutcomeUnknown", {}) {}

/** The plan breaks a rule of the port or of its schema. A retry cannot help. */
export class PlanRefused extends Schema.TaggedError<PlanRefused>(
  "@reminisce/store/StoreError/PlanRefused",
)("PlanRefused", {
  rule: Schema.String,
  type: Schema.String,
  field: Schema.optionalKey(Schema.String),
}) {}

/** A question names what the schema does not have, or an owner or limit that cannot be. A retry cannot help. */
export class QuestionRefused extends Schema.TaggedError<QuestionRefused>(
  "@reminisce/store/StoreError/QuestionRefused",
)("QuestionRefused", { rule: Schema.String }) {}

/** The plan is larger than the store takes at once. A retry cannot help; split the work. */
export class PlanTooLarge extends Schema.TaggedError<PlanTooLarge>(
  "@reminisce/store/StoreError/PlanTooLarge",
)("PlanTooLarge", { bytes: Schema.Int, cap: Schema.Int }) {}

/** Changes before `horizon` are no longer kept: reload instead of following. */
export class Behind extends Schema.TaggedError<Behind>("@reminisce/store/StoreError/Behind")(
  "Behind",
  {
    horizon: Schema.Int,
  },
) {}

/** The store's schema is of another version than this library's. A retry cannot help; upgrade, or use the newer library. */
export class SchemaMismatch extends Schema.TaggedError<SchemaMismatch>(
  "@reminisce/store/StoreError/SchemaMismatch",
)("SchemaMismatch", { stored: Schema.Int, expected: Schema.Int }) {}

/** A restore or an upgrade of the store was begun and has not ended. A retry helps only where it is still running. */
export class Unfinished extends Schema.TaggedError<Unfinished>(
  "@reminisce/store/StoreError/Unfinished",
)("Unfinished", { work: Schema.Literals(["restoring", "upgrading"]) }) {}

/**
 * What is there defines names otherwise than the schema it was opened with, or has taken names the
 * store needs. Nothing was defined. `facts` says which names, as `rule: name`; never stored words.
 * A retry cannot help; use another place, or another schema.
 */
export class SchemaDiffers extends Schema.TaggedError<SchemaDiffers>(
  "@reminisce/store/StoreError/SchemaDiffers",
)("SchemaDiffers", { facts: Schema.Array(Schema.String) }) {}

/** What was opened is not a store of this library, or is damaged. `rule` says which check failed. */
export class NotAStore extends Schema.TaggedError<NotAStore>(
  "@reminisce/store/StoreError/NotAStore",
)("NotAStore", {
  rule: Schema.String,
}) {}

/** No space, no permission, a read-only place, or a file system the store cannot work on. `rule` says which. */
export class NoPlace extends Schema.TaggedError<NoPlace>("@reminisce/store/StoreError/NoPlace")(
  "NoPlace",
  {
    rule: Schema.Literals(["full", "read-only", "permission", "missing", "file-system"]),
  },
) {}

/** A store was to be opened with an option outside its stated range. A retry cannot help. */
export class OptionRefused extends Schema.TaggedError<OptionRefused>(
  "@reminisce/store/StoreError/OptionRefused",
)("OptionRefused", {
  option: Schema.String,
  rule: Schema.Literals(["integer", "out-of-range", "not-one-of"]),
}) {}

/** This store declares that it cannot do this. */
export class Unsupported extends Schema.TaggedError<Unsupported>(
  "@reminisce/store/StoreError/Unsupported",
)("Unsupported", { capability: Schema.String }) {}

export const StoreErrorReason = Schema.Union([
  Unavailable,
  Contended,
  Moved,
  OutcomeUnknown,
  PlanRefused,
  QuestionRefused,
  PlanTooLarge,
  Behind,
  SchemaMismatch,
  Unfinished,
  SchemaDiffers,
  NotAStore,
  NoPlace,
  OptionRefused,
  Unsupported,
])
export type StoreErrorReason = typeof StoreErrorReason.Type

export class StoreError extends Schema.TaggedError<StoreError>(
  "@reminisce/store/StoreError/StoreError",
)("StoreError", { operation: Schema.String, reason: StoreErrorReason }) {
  override get message(): string {
    const { _tag, ...rest } = this.reason
    const facts = Object.entries(rest).filter(
      ([, value]) => typeof value !== "object" || Array.isArray(value),
    )
    return `${this.operation}: ${_tag}${facts.map(([name, value]) => ` ${name}=${value}`).join("")}`
  }
}
