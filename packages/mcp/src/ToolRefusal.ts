/**
 * A tool's refusal, as data: which code, about which declared argument, by which rule. It never
 * holds a word of what was asked or of what is stored.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** The codes the host itself refuses with. */
export type HostErrorCode = "owner_is_fixed" | "invalid" | "too_large" | "answer_too_large"

export class ToolRefusal extends Schema.TaggedError<ToolRefusal>("@reminisce/mcp/ToolRefusal")(
  "ToolRefusal",
  {
    code: Schema.String,
    /** The declared path of the argument, `a.b`, without positions or a caller's own keys. */
    field: Schema.optionalKey(Schema.String),
    /** The schema keyword, limit or condition that was not met. */
    rule: Schema.optionalKey(Schema.String),
  },
) {}
