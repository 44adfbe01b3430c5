/**
 * The record of a withdrawal: one that has begun and is not complete, or the last that is.
 *
 * @module
 */
import {
  type Draft,
  type EpochMillis,
  Identifiers,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Only, Withdrawing } from "./withdrawOwner.ts"

interface KnownWithdrawals {
  readonly open: StoreRecord | undefined
  readonly completed: StoreRecord | undefined
}

/** Records looked at, the newest. */
const RECORDS = 100

export const readWithdrawals = Effect.fnUntraced(function* (
  view: View,
  subject: string,
  only: Only,
): Effect.fn.Return<KnownWithdrawals, StoreError> {
  const entries = yield* view.range("withdrawalBySubject", {
    prefix: [subject],
    order: "descending",
    limit: RECORDS,
  })
  const records = (yield* view.get(
    "withdrawal",
    entries.map(({ key }) => key),
  ))
    .filter((record) => record !== undefined)
    .filter(({ attributes }) => attributes.only === only)
  return {
    open: records.find(({ attributes }) => attributes.completedAt === undefined),
    completed: records.find(({ attributes }) => attributes.completedAt !== undefined),
  }
})

/** Made, moved on, or completed. */
export const planRecord = Effect.fnUntraced(function* (
  open: StoreRecord | undefined,
  subject: string,
  { reason, by, only }: Withdrawing,
  at: EpochMillis,
  redacted: number,
  isLast: boolean,
): Effect.fn.Return<Draft> {
  const completed = isLast ? { completedAt: at } : {}
  if (open !== undefined) {
    const { key, attributes } = open
    const sum = Number(attributes.redacted) + redacted
    return { set: [{ type: "withdrawal", key, attributes: { redacted: sum, ...completed } }] }
  }
  const key = yield* (yield* Identifiers).key("w_")
  const attributes = {
    subject,
    reason,
    startedAt: at,
    redacted,
    ...completed,
    ...(by === undefined ? {} : { by }),
    ...(only === undefined ? {} : { only }),
  }
  return { create: [{ type: "withdrawal", key, attributes }] }
})
