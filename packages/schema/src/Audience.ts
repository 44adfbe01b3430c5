/**
 * Who is asking. A memory about nobody is seen by all; one about people only by an audience that
 * includes every one of them.
 *
 * @module
 */
import { compareText, type StoreError, type StoreRecord, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { line, list, makeDecoder } from "./Input.ts"
import { Limits } from "./Limits.ts"
import { texts } from "./MemoryRecord.ts"
import type { Invalid, TooLarge } from "./Refusal.ts"

/** References of subjects; empty when nobody in particular is asking. */
export type Audience = ReadonlyArray<string>

const decodeList = makeDecoder(list(line(Limits.subjectBytes), Limits.audience), "subject")

/** Accepts one reference, a list of them, or nothing. */
export const decodeAudience = (
  input: string | ReadonlyArray<string> | undefined,
): Effect.Effect<Audience, Invalid | TooLarge> =>
  Effect.map(
    decodeList(input === undefined ? [] : typeof input === "string" ? [input] : input),
    (references) => [...new Set(references)].sort(compareText),
  )

/** Keys of the audience's subjects in this owner. */
export const audienceKeys = (
  view: View,
  audience: Audience,
): Effect.Effect<ReadonlySet<string>, StoreError> =>
  Effect.map(
    Effect.forEach(audience, (reference) =>
      view.range("subjectByReference", { prefix: [reference], limit: 1 }),
    ),
    (found) => new Set(found.flat().map(({ key }) => key)),
  )

export const isVisible = (record: StoreRecord, audience: ReadonlySet<string>): boolean =>
  texts(record.attributes.concerns).every((subject) => audience.has(subject))
