/**
 * The building blocks of what callers send, and the one place where it is decoded: a refusal names
 * the field and the rule, and never the input.
 *
 * @module
 */
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { parseInstant } from "./Instant.ts"
import { Limits } from "./Limits.ts"
import { Invalid, TooLarge } from "./Refusal.ts"

/** A check's `message` is the rule's name; one that begins so is a cap, with its figure. */
const CAP = "cap:"

const rule = <T>(name: string, holds: (value: T) => boolean) =>
  Schema.makeFilter<T>((value) => holds(value), { message: name })

const byteLength = (text: string): number => Buffer.byteLength(text)

const atMostBytes = (cap: number) =>
  rule<string>(`${CAP}${cap}`, (text) => text.length <= cap && byteLength(text) <= cap)

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL_BUT_LAYOUT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/** Running text: tab, line feed and carriage return are the only control characters. 1 to `cap` bytes. */
export const prose = (cap: number) =>
  Schema.String.check(
    rule("empty", (text) => text.length > 0),
    atMostBytes(cap),
    rule("malformed-unicode", (text) => text.isWellFormed()),
    rule("control-character", (text) => !CONTROL_BUT_LAYOUT.test(text)),
  )

/** A name or reference on one line: no control characters. 1 to `cap` bytes. */
export const line = (cap: number) =>
  Schema.String.check(
    rule("empty", (text) => text.length > 0),
    atMostBytes(cap),
    rule("malformed-unicode", (text) => text.isWellFormed()),
    rule("control-character", (text) => !CONTROL.test(text)),
  )

export const integer = (minimum: number, maximum: number) =>
  Schema.Number.check(
    rule("integer", (n) => Number.isSafeInteger(n) && !Object.is(n, -0)),
    rule("out-of-range", (n) => n >= minimum && n <= maximum),
  )

export const list = <S extends Schema.Top>(item: S, cap: number) =>
  Schema.Array(item).check(rule(`${CAP}${cap}`, (items) => items.length <= cap))

/** Decodes to `EpochMillis`. */
export const InstantInput = Schema.Union([Schema.String, Schema.Number])
  .check(
    Schema.makeFilter((input) => {
      const parsed = parseInstant(input)
      return "rule" in parsed ? parsed.rule : undefined
    }),
  )
  .pipe(
    Schema.decodeTo(
      Schema.Number,
      SchemaTransformation.transform<number, string | number>({
        decode: (input) => {
          const parsed = parseInstant(input)
          return "at" in parsed ? parsed.at : 0
        },
        encode: (at) => at,
      }),
    ),
  )

export const KeyInput = line(Limits.keyBytes)

/** Builds a decoder that answers our refusals. Unknown fields are refused. Build it once. */
export const makeDecoder = <T, E>(schema: Schema.Codec<T, E>, root: string) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return (input: unknown): Effect.Effect<T, Invalid | TooLarge> =>
    Effect.mapError(decode(input), (error) => refusalOf(error.issue, root))
}

/** The first broken rule of an issue tree. */
const refusalOf = (issue: SchemaIssue.Issue, root: string): Invalid | TooLarge => {
  const path: Array<string> = []
  let at: SchemaIssue.Issue = issue
  for (;;) {
    switch (at._tag) {
      case "Pointer":
        if (at.issue._tag === "UnexpectedKey") return invalid(path, root, "unknown-field")
        for (const step of at.path) if (typeof step === "string") path.push(step)
        at = at.issue
        continue
      case "Composite":
        at = at.issues[0]
        continue
      case "Encoding":
        at = at.issue
        continue
      case "Filter": {
        const name =
          messageOf(at.filter.annotations) ?? messageOf(annotationsOf(at.issue)) ?? "invalid"
        return name.startsWith(CAP)
          ? new TooLarge({ field: fieldName(path, root), cap: Number(name.slice(CAP.length)) })
          : invalid(path, root, name)
      }
      case "MissingKey":
        return invalid(path, root, "missing")
      case "UnexpectedKey":
        return invalid(path, root, "unknown-field")
      case "AnyOf":
      case "OneOf":
        return invalid(path, root, "not-one-of")
      case "InvalidType":
        return invalid(path, root, "type")
      default:
        return invalid(path, root, "invalid")
    }
  }
}

const fieldName = (path: ReadonlyArray<string>, root: string): string =>
  path.length === 0 ? root : path.join(".")

const invalid = (path: ReadonlyArray<string>, root: string, name: string): Invalid =>
  new Invalid({ field: fieldName(path, root), rule: name })

const messageOf = (annotations: unknown): string | undefined =>
  typeof annotations === "object" &&
  annotations !== null &&
  "message" in annotations &&
  typeof annotations.message === "string"
    ? annotations.message
    : undefined

const annotationsOf = (issue: SchemaIssue.Issue): unknown =>
  "annotations" in issue ? issue.annotations : undefined

const OwnerInput = Schema.Struct({
  kind: line(Limits.ownerKindBytes).check(rule("colon", (kind) => !kind.includes(":"))),
  name: line(Limits.ownerNameBytes),
})

/** Checks an owner a caller names. */
export const decodeOwner: (input: unknown) => Effect.Effect<Owner, Invalid | TooLarge> =
  makeDecoder(OwnerInput, "owner")
