/**
 * What only an erasure can be refused with, or stopped by. None carries a word of a memory.
 *
 * @module
 */
import { StoreErrorReason } from "@reminisce/store"
import * as Schema from "effect/Schema"

/**
 * A withdrawal, or retention, stopped half way: `redacted` memories are empty, the others have their
 * words, and after a withdrawal `why` says `incomplete`. Call again; it goes on where it stopped.
 */
export class WithdrawalIncomplete extends Schema.TaggedError<WithdrawalIncomplete>(
  "@reminisce/erasure/ErasureError/WithdrawalIncomplete",
)("WithdrawalIncomplete", {
  redacted: Schema.Int,
  /** Owners, as `kind:name`, that are through, and those that are not. */
  done: Schema.Array(Schema.String),
  open: Schema.Array(Schema.String),
  /** What stopped it. */
  reason: StoreErrorReason,
}) {
  override get message(): string {
    return `the erasure stopped after ${this.redacted} memories (${this.reason._tag}); repeat it`
  }
}

/**
 * Something was written about the person while a purge ran. Of the owners in `open` nothing was
 * deleted but words. Stop writing about the person and purge again.
 */
export class PurgeConflict extends Schema.TaggedError<PurgeConflict>(
  "@reminisce/erasure/ErasureError/PurgeConflict",
)("PurgeConflict", { done: Schema.Array(Schema.String), open: Schema.Array(Schema.String) }) {
  override get message(): string {
    return "something was written about the person meanwhile; stop that and purge again"
  }
}

/** A host's required attribute cannot be erased and is not in `withdrawKeep`. Nothing was erased. */
export class KeepRequired extends Schema.TaggedError<KeepRequired>(
  "@reminisce/erasure/ErasureError/KeepRequired",
)("KeepRequired", { type: Schema.String, attribute: Schema.String }) {
  override get message(): string {
    return `${this.type}.${this.attribute} is required and cannot be erased: name it in withdrawKeep, or after --keep`
  }
}
