/**
 * What TypeDB answers instead of rows, and what it means for a store. Its messages quote query text
 * and stored values, so that only their codes are kept.
 *
 * @module
 */
import {
  NoPlace,
  NotAStore,
  StoreError,
  type StoreErrorReason,
  Unavailable,
} from "@reminisce/store"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

export class TypeDbFailure extends Data.TaggedError("TypeDbFailure")<{
  /** Of the HTTP answer; 0 where none came. */
  readonly status: number
  /** All codes of the error, the deepest first, such as `STC2`. */
  readonly codes: ReadonlyArray<string>
  /** What was asked cannot have been carried out: it did not reach the server, or came before a commit. */
  readonly unsent?: boolean
}> {}

/** No answer came, or none that tells whether the work was done. */
export const isLost = ({ status }: TypeDbFailure): boolean =>
  status === 0 || status === 408 || status >= 500

/** Commits that touched the same things at once, of which this one was undone. */
const ISOLATION = "STC2"
/** A schema change kept a write waiting for too long, or the other way round. */
const EXCLUDED = ["TXN1", "TXN2"]
/** The server is still starting. */
const NOT_READY = "SRV14"

/** Nothing was written, and the same unit of work may well succeed on another try. */
export const isPassing = ({ codes }: TypeDbFailure): boolean =>
  codes.some((code) => code === ISOLATION || EXCLUDED.includes(code))

export const hasCode = ({ codes }: TypeDbFailure, code: string): boolean => codes.includes(code)

/** Fails as the port says, or dies where only a bug of this adapter can be the cause. */
export const failAs =
  (operation: string) =>
  (failure: TypeDbFailure): Effect.Effect<never, StoreError> => {
    const reason = reasonOf(failure)
    const code = failure.codes[0] ?? failure.status
    return reason === undefined
      ? Effect.die(new Error(`TypeDB answered ${code} to ${operation}`))
      : Effect.fail(new StoreError({ operation, reason }))
  }

const reasonOf = (failure: TypeDbFailure): StoreErrorReason | undefined => {
  const { status, codes } = failure
  if (isLost(failure)) return new Unavailable({ what: status === 408 ? "timeout" : "server" })
  if (isPassing(failure)) return new Unavailable({ what: "conflict" })
  if (codes.includes(NOT_READY)) return new Unavailable({ what: "server" })
  if (status === 401 || status === 403) return new NoPlace({ rule: "permission" })
  // A node of a cluster that does not serve clients.
  if (status === 421) return new Unavailable({ what: "primary" })
  if (codes.includes("SRV3") || codes.includes("HSR4")) return new NoPlace({ rule: "missing" })
  if (codes.some((code) => /^INF[23]$/.test(code))) return new NotAStore({ rule: "type-missing" })
  return undefined
}
