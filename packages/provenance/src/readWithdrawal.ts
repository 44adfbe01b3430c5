/**
 * How far a withdrawal has come with a memory, told from its status, whom it still concerns, and the
 * withdrawals recorded for them.
 *
 * @module
 */
import { texts } from "@reminisce/schema"
import { RANGE_LIMIT, type StoreError, type StoreRecord, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Withdrawal } from "./Explanation.ts"

export const readWithdrawal = Effect.fnUntraced(function* (
  view: View,
  memory: StoreRecord,
): Effect.fn.Return<Withdrawal, StoreError> {
  // A redaction of this memory alone is recorded under its own key.
  const subjects = [...texts(memory.attributes.concerns), memory.key]
  const entries = yield* Effect.forEach(subjects, (subject) =>
    view.range("withdrawalBySubject", { prefix: [subject], limit: RANGE_LIMIT }),
  )
  const keys = entries.flat().map(({ key }) => key)
  const records = keys.length === 0 ? [] : yield* view.get("withdrawal", keys)
  return withdrawalOf(
    memory,
    records.filter((record) => record !== undefined),
  )
})

/** `withdrawals`: those of the subjects the memory concerns. */
export const withdrawalOf = (
  memory: StoreRecord,
  withdrawals: ReadonlyArray<StoreRecord>,
): Withdrawal => {
  const reaching = withdrawals.filter((withdrawal) => reaches(withdrawal, memory))
  const completed = reaching.filter(({ attributes }) => attributes.completedAt !== undefined)
  if (memory.attributes.status === "withdrawn") {
    if (reaching.length === 0) return "purged"
    return completed.length > 0 ? "complete" : "incomplete"
  }
  if (completed.length < reaching.length) return "incomplete"
  const recordedAt = Number(memory.attributes.recordedAt)
  return completed.some(({ attributes }) => recordedAt <= Number(attributes.completedAt))
    ? "missed"
    : "none"
}

/** One of affects or of the persona alone passes other memories by. */
const reaches = (withdrawal: StoreRecord, memory: StoreRecord): boolean => {
  const aspects = texts(memory.attributes.aspects)
  switch (withdrawal.attributes.only) {
    case undefined:
      return true
    case "affect":
      return aspects.includes("affective")
    default:
      return aspects.includes("persona")
  }
}
