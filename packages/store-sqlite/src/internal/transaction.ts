/**
 * One transaction in one synchronous step: begin, run, end.
 *
 * @module
 */
import { runAtOnce, type StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Connection } from "./Connection.ts"
import { attemptTo, faultExit } from "./sqliteFault.ts"
import { BUSY, type Busy } from "./untilFree.ts"

export interface Transaction<A, E, R, B> {
  readonly mode: "DEFERRED" | "IMMEDIATE"
  /** False: the commit does not wait for the disk, also where the store's others do. */
  readonly waits: boolean
  readonly run: () => Effect.Effect<A, E, R>
  /** Ends the transaction; what it leaves open is rolled back. */
  readonly commit: (answer: A) => B
}

/** Fibres interleave even between synchronous steps, so that it has to be one. */
export const transaction = <A, E, R, B>(
  connection: Connection,
  operation: string,
  { mode, waits, run, commit }: Transaction<A, E, R, B>,
): Effect.Effect<B | Busy, E | StoreError, R> =>
  Effect.suspend(() => {
    if (connection.isInTransaction()) return Effect.die(new Error("a transaction inside another"))
    if (!waits) connection.waitForDisk(false)
    const begun = attemptTo(
      operation,
      (): Effect.Effect<A | Busy, E, R> => (connection.begin(mode) ? run() : Effect.succeed(BUSY)),
    )
    return runAtOnce(Effect.flatten(begun), (exit): Exit.Exit<B | Busy, E | StoreError> => {
      try {
        if (Exit.isFailure(exit)) return Exit.failCause(exit.cause)
        return Exit.succeed(exit.value === BUSY ? BUSY : commit(exit.value))
      } catch (error) {
        return faultExit(operation, error)
      } finally {
        connection.rollback()
        if (!waits) connection.waitForDisk(true)
      }
    })
  })
