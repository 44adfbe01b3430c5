/**
 * The answer to a table that cannot be compiled.
 *
 * @module
 */

import * as Schema from "effect/Schema"

/** A rule of the table is malformed. It is a mistake in the host's configuration: trying again cannot help. */
export class InvalidRule extends Schema.TaggedError<InvalidRule>("@reminisce/guard/InvalidRule")(
  "InvalidRule",
  {
    /** The `id` of the rule. */
    rule: Schema.String,
    problem: Schema.String,
  },
) {
  override get message(): string {
    return `rule ${this.rule}: ${this.problem}`
  }
}
