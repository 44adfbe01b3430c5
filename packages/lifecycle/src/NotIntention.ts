/**
 * The refusal of `fulfil` for what is no intention.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** The memory is not `prospective`, or has neither a `dueAt` nor a cue. */
export class NotIntention extends Schema.TaggedError<NotIntention>(
  "@reminisce/lifecycle/NotIntention",
)("NotIntention", {}) {
  override get message(): string {
    return "not an intention"
  }
}
