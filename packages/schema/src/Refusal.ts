/**
 * The refusals every operation shares. They name rules and fields, and a key only of a memory that
 * exists; never stored words, never what the caller sent.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** `field` breaks `rule`. An unknown field is named by its place only. */
export class Invalid extends Schema.TaggedError<Invalid>("@reminisce/schema/Refusal/Invalid")(
  "Invalid",
  { field: Schema.String, rule: Schema.String },
) {
  override get message(): string {
    return `${this.field}: ${this.rule}`
  }
}

/** `field` is over its cap: bytes of UTF-8 for text, items for a list. */
export class TooLarge extends Schema.TaggedError<TooLarge>("@reminisce/schema/Refusal/TooLarge")(
  "TooLarge",
  { field: Schema.String, cap: Schema.Int },
) {
  override get message(): string {
    return `${this.field}: over its cap of ${this.cap}`
  }
}

/** No such memory for this owner and audience; another owner's is answered just so. */
export class NotFound extends Schema.TaggedError<NotFound>("@reminisce/schema/Refusal/NotFound")(
  "NotFound",
  {},
) {
  override get message(): string {
    return "not found"
  }
}

/** The key, or what may be there only once, is taken by the memory `key`. */
export class Exists extends Schema.TaggedError<Exists>("@reminisce/schema/Refusal/Exists")(
  "Exists",
  { key: Schema.String },
) {
  override get message(): string {
    return `exists: ${this.key}`
  }
}

/** The memory's status does not allow this. */
export class NotActive extends Schema.TaggedError<NotActive>("@reminisce/schema/Refusal/NotActive")(
  "NotActive",
  { status: Schema.String },
) {
  override get message(): string {
    return `not active: ${this.status}`
  }
}

/** Repeat the write with `reviewedBy`. */
export class Held extends Schema.TaggedError<Held>("@reminisce/schema/Refusal/Held")("Held", {
  rule: Schema.String,
}) {
  override get message(): string {
    return `held: ${this.rule}`
  }
}

/** A policy, or a rule of the memory model, refuses the write. */
export class Refused extends Schema.TaggedError<Refused>("@reminisce/schema/Refusal/Refused")(
  "Refused",
  { rule: Schema.String },
) {
  override get message(): string {
    return `refused: ${this.rule}`
  }
}
