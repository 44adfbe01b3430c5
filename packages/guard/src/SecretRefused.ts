/**
 * The one answer a refused write gets. It names the place and the kind, and nothing that was found there.
 *
 * @module
 */

import * as Schema from "effect/Schema"

/**
 * A field holds something shaped like a credential. Nothing was written. Trying again with the same text cannot
 * help; removing the credential, or an entry in the host's allow-list, does.
 */
export class SecretRefused extends Schema.TaggedError<SecretRefused>(
  "@reminisce/guard/SecretRefused",
)("SecretRefused", {
  /** The name of the first refused field, as its caller gave it. */
  field: Schema.String,
  /** The families found in that field, sorted, at least one. */
  families: Schema.Array(Schema.String),
}) {
  override get message(): string {
    return `${this.field} holds what looks like a credential (${this.families.join(", ")}); it was not stored`
  }
}
