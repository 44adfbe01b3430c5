/**
 * What PostgreSQL answers instead of rows, and what it means for a store. Neither the server's
 * message nor its detail is kept: they quote values.
 *
 * @module
 */
import {
  NoPlace,
  NotAStore,
  PlanTooLarge,
  StoreError,
  type StoreErrorReason,
  Unavailable,
} from "@reminisce/store"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { DatabaseError } from "pg"

export class EngineFailure extends Data.TaggedError("EngineFailure")<{
  /** Five characters, or undefined when the connection was lost before an answer. */
  readonly sqlState: string | undefined
  /** The constraint that was broken, where one was. */
  readonly constraint: string | undefined
}> {}

export const failureOf = (thrown: unknown): EngineFailure =>
  thrown instanceof DatabaseError
    ? new EngineFailure({ sqlState: thrown.code, constraint: thrown.constraint })
    : new EngineFailure({ sqlState: undefined, constraint: undefined })

/** The session is gone, and with it the answers to what was under way. */
export const isLost = ({ sqlState }: EngineFailure): boolean =>
  sqlState === undefined || sqlState.startsWith("08") || /^57P0[1-5]$/.test(sqlState)

/** Another transaction was in the way, and nothing was written: serialization, deadlock, lock timeout. */
const isCrossed = ({ sqlState }: EngineFailure): boolean =>
  sqlState === "40001" || sqlState === "40P01" || sqlState === "55P03"

/** Nothing was written and the same unit of work may well succeed on another try. */
export const isPassing = (failure: EngineFailure): boolean => isLost(failure) || isCrossed(failure)

/** Another plan is already recorded on the same base of the same owner. */
export const isSameBase = ({ sqlState, constraint }: EngineFailure): boolean =>
  sqlState === "23505" && constraint?.startsWith("change_pkey") === true

/** The statement was aborted because one before it failed. */
export const isAftermath = ({ sqlState }: EngineFailure): boolean => sqlState === "25P02"

/** Fails as the port says, or dies where only a bug of this adapter can be the cause. */
export const failAs =
  (operation: string) =>
  (failure: EngineFailure): Effect.Effect<never, StoreError> => {
    const reason = reasonOf(failure)
    return reason === undefined
      ? Effect.die(new Error(`PostgreSQL answered ${failure.sqlState} to ${operation}`))
      : Effect.fail(new StoreError({ operation, reason }))
  }

const reasonOf = (failure: EngineFailure): StoreErrorReason | undefined => {
  const { sqlState = "" } = failure
  if (isLost(failure)) return new Unavailable({ what: "connection" })
  if (isCrossed(failure)) return new Unavailable({ what: "lock" })
  switch (sqlState) {
    case "57014":
    case "25P03":
      return new Unavailable({ what: "timeout" })
    case "53100":
      return new NoPlace({ rule: "full" })
    case "25006":
      return new NoPlace({ rule: "read-only" })
    case "42501":
      return new NoPlace({ rule: "permission" })
    case "3D000":
      return new NoPlace({ rule: "missing" })
    case "42P01":
    case "42703":
    case "3F000":
      return new NotAStore({ rule: "table-missing" })
    case "XX001":
    case "XX002":
      return new NotAStore({ rule: "damaged" })
    case "54000":
      return new PlanTooLarge({ bytes: 0, cap: 0 })
  }
  if (sqlState.startsWith("28")) return new NoPlace({ rule: "permission" })
  if (sqlState.startsWith("53")) return new Unavailable({ what: "resources" })
  if (sqlState.startsWith("58")) return new Unavailable({ what: "io" })
  return undefined
}
