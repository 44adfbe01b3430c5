/**
 * The port's primitives over one open file. Every read and every attempt is one synchronous step:
 * begin, run, end.
 *
 * @module
 */
import {
  type Attempt,
  NoPlace,
  type Owner,
  type Proposal,
  runAtOnce,
  StoreError,
  type StorePrimitives,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { applyPlan } from "./applyPlan.ts"
import type { Connection } from "./Connection.ts"
import { type GivenSchema, readFileSchema } from "./FileSchema.ts"
import { type Head, readHead } from "./Head.ts"
import type { OpenFile } from "./openFile.ts"
import { attemptTo, faultExit, isUnsynchronised } from "./sqliteFault.ts"
import { makeView } from "./sqliteView.ts"
import type { Upkeep } from "./Upkeep.ts"
import { BUSY, type Busy, untilFree } from "./untilFree.ts"

export interface EngineOptions {
  readonly schema: GivenSchema
  readonly busyDeadlineMillis: number
  readonly keepChanges: number
  readonly committed: Upkeep["committed"]
  readonly isHeldOff: Upkeep["isHeldOff"]
}

/** Largest plan, in bytes as `planBytes` counts them: what one transaction may take of memory and log. */
const MAX_PLAN_BYTES = 256 * 1_024 * 1_024

export const makePrimitives = (
  { connection, schema, file, isInPlace }: OpenFile,
  options: EngineOptions,
): StorePrimitives => {
  /** The owner's head, by the schema another process may meanwhile have extended. */
  const headOf = (operation: string, owner: Owner): Head => {
    const head = readHead(connection, schema.current, owner, operation)
    if (head.generation === schema.current.generation) return head
    const { during } = schema.current
    schema.current = readFileSchema(connection, options.schema, during, operation)
    return readHead(connection, schema.current, owner, operation)
  }

  const read = <A, E, R>(owner: Owner, f: (view: View) => Effect.Effect<A, E, R>) =>
    untilFree(
      "read",
      options.busyDeadlineMillis,
      transaction(connection, "read", {
        mode: "DEFERRED",
        run: () => {
          const head = headOf("read", owner)
          return f(makeView(connection, schema.current.layout, head, owner))
        },
        commit: (answer) => {
          connection.commit()
          return answer
        },
      }),
    )

  const attempt = <A, E, R>(
    owner: Owner,
    propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
  ): Effect.Effect<Attempt<A>, E | StoreError, R> =>
    Effect.suspend((): Effect.Effect<Attempt<A> | Busy, E | StoreError, R> => {
      if (options.isHeldOff()) return Effect.succeed(BUSY)
      let head: Head
      return transaction(connection, "update", {
        mode: "IMMEDIATE",
        run: () => {
          head = headOf("update", owner)
          return propose(makeView(connection, schema.current.layout, head, owner))
        },
        commit: ({ answer, plan }): Attempt<A> => {
          if (plan === undefined) return { _tag: "Committed", answer }
          applyPlan(connection, schema.current.layout, head, owner, plan, options.keepChanges)
          if (!isInPlace()) throw refuseMissing()
          if (!commit(connection)) return { _tag: "Lost" }
          options.committed()
          return { _tag: "Committed", answer }
        },
      })
    }).pipe(Effect.map((done) => (done === BUSY ? { _tag: "Again" } : done)))

  return {
    get schema() {
      return schema.current.layout.schema
    },
    capabilities: {
      transactionalPages: true,
      physicalErasure: true,
      hostTypes: true,
      persistent: file !== undefined,
      maxPlanBytes: MAX_PLAN_BYTES,
    },
    deadlineMillis: options.busyDeadlineMillis,
    read,
    attempt,
  }
}

interface Transaction<A, E, R, B> {
  readonly mode: "DEFERRED" | "IMMEDIATE"
  readonly run: () => Effect.Effect<A, E, R>
  /** Ends the transaction; what it leaves open is rolled back. */
  readonly commit: (answer: A) => B
}

/** One transaction in one step, for fibres interleave even between synchronous steps. */
const transaction = <A, E, R, B>(
  connection: Connection,
  operation: string,
  { mode, run, commit }: Transaction<A, E, R, B>,
): Effect.Effect<B | Busy, E | StoreError, R> =>
  Effect.suspend(() => {
    if (connection.isInTransaction()) return Effect.die(new Error("a transaction inside another"))
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
      }
    })
  })

const refuseMissing = (): StoreError =>
  new StoreError({ operation: "update", reason: new NoPlace({ rule: "missing" }) })

/** False when the disk could not say whether it has the transaction: after a power loss it may be there or not. */
const commit = (connection: Connection): boolean => {
  try {
    connection.commit()
    return true
  } catch (error) {
    if (isUnsynchronised(error)) return false
    throw error
  }
}
