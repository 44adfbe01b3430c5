/**
 * Affects and persona strands are memories with rules of their own: no other memory rests on one,
 * and no relation takes one in.
 *
 * @module
 */
import { Refused, texts } from "@reminisce/schema"
import type { StoreRecord } from "@reminisce/store"
import * as Effect from "effect/Effect"

const RULES = { persona: "persona-strand", affective: "affective-memory" } as const
type Reserved = keyof typeof RULES

/** Fails with `Refused`: `persona-strand` before `affective-memory`, if any of the memories is one. */
export const refuseReserved = (records: ReadonlyArray<StoreRecord>): Effect.Effect<void, Refused> =>
  refuse(records, ["persona", "affective"])

/** Fails with `Refused`, `persona-strand`, if any of the memories is one. */
export const refuseStrands = (records: ReadonlyArray<StoreRecord>): Effect.Effect<void, Refused> =>
  refuse(records, ["persona"])

const refuse = (
  records: ReadonlyArray<StoreRecord>,
  aspects: ReadonlyArray<Reserved>,
): Effect.Effect<void, Refused> => {
  const found = aspects.find((aspect) =>
    records.some((record) => texts(record.attributes.aspects).includes(aspect)),
  )
  return found === undefined ? Effect.void : Effect.fail(new Refused({ rule: RULES[found] }))
}
