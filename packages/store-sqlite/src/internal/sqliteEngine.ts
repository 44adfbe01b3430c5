/**
 * The port's primitives over one open file. Every read is one synchronous step: begin, run, end. So is
 * every attempt that is not long; a long one is a transaction over many steps, on a connection of its own.
 *
 * @module
 */
import {
  type Attempt,
  briefView,
  Durability,
  formatOwner,
  type Owner,
  type Plan,
  type Proposal,
  type StoreError,
  type StorePrimitives,
  type View,
  viewInTurns,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { applyPlan } from "./applyPlan.ts"
import type { Connection } from "./Connection.ts"
import { type GivenSchema, readFileSchema } from "./FileSchema.ts"
import { type Head, readHead } from "./Head.ts"
import type { LogSync } from "./LogSync.ts"
import { type LongWriter, refuseMissing } from "./LongWriter.ts"
import type { OpenFile } from "./openFile.ts"
import { BRIEF, BRIEF_PLAN, sizeOf, USUAL_SIZE } from "./planSize.ts"
import { makeRowsRead, type RowsRead } from "./RowsRead.ts"
import { makeSearchPages } from "./searchPages.ts"
import { attemptTo, isUnsynchronised } from "./sqliteFault.ts"
import { makeView } from "./sqliteView.ts"
import { transaction } from "./transaction.ts"
import type { Upkeep } from "./Upkeep.ts"
import { BUSY, type Busy, untilFree } from "./untilFree.ts"
import { updateInTurns } from "./updateInTurns.ts"

export interface EngineOptions {
  readonly schema: GivenSchema
  readonly durability: "full" | "relaxed"
  readonly busyDeadlineMillis: number
  readonly keepChanges: number
  /** Without one every update is a single step. */
  readonly longWriter?: LongWriter | undefined
  readonly committed: Upkeep["committed"]
  readonly untilWelcome: Upkeep["untilWelcome"]
  readonly inTurns: Upkeep["inTurns"]
  /** Waits for the disk after a commit. Without it the commit itself does. */
  readonly synchronised?: LogSync["synchronised"] | undefined
}

/** Largest plan, in bytes as `planBytes` counts them: what one transaction may take of memory and log. */
const MAX_PLAN_BYTES = 256 * 1_024 * 1_024
interface Firmness {
  /** Whether the commit itself waits for the disk. */
  readonly waits: boolean
  /** Whether it is one of a series that is repeated when it was interrupted. */
  readonly isRepeatable: boolean
}

const LONG: unique symbol = Symbol("long")

export const makePrimitives = (
  { connection, schema, file, isInPlace }: OpenFile,
  options: EngineOptions,
): StorePrimitives => {
  /** The owner's head, by the schema another process may meanwhile have extended. */
  const headOf = (on: Connection, operation: string, owner: Owner): Head => {
    const head = readHead(on, schema.current, owner, operation)
    if (head.generation === schema.current.generation) return head
    const { during } = schema.current
    schema.current = readFileSchema(on, options.schema, during, operation)
    return readHead(on, schema.current, owner, operation)
  }

  const read = <A, E, R>(owner: Owner, f: (view: View) => Effect.Effect<A, E, R>) =>
    untilFree(
      "read",
      options.busyDeadlineMillis,
      transaction(connection, "read", {
        mode: "DEFERRED",
        waits: true,
        run: () => {
          const head = headOf(connection, "read", owner)
          return f(makeView(connection, schema.current.layout, head, owner))
        },
        commit: (answer) => {
          connection.commit()
          return answer
        },
      }),
    )

  const commit = (on: Connection, plan: Plan, { isRepeatable }: Firmness): boolean => {
    if (!isInPlace()) throw refuseMissing()
    if (!isCommitted(on)) return false
    options.committed(1 + Math.floor(sizeOf(plan) / USUAL_SIZE), isRepeatable)
    return true
  }
  const write = function* (
    on: Connection,
    head: Head,
    owner: Owner,
    plan: Plan | undefined,
    rowsRead: RowsRead,
  ) {
    const { keepChanges } = options
    if (plan !== undefined)
      yield* applyPlan(on, schema.current.layout, head, owner, plan, { keepChanges, rowsRead })
  }

  const { longWriter } = options
  /** The owner whose last update was a long one: the next of a series is one too. */
  let lastLong: string | undefined

  /** In one step; `LONG` when it turns out that the step would be a long one. Nothing was written then. */
  const attemptAtOnce = <A, E, R>(
    owner: Owner,
    propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
    firmness: Firmness,
  ): Effect.Effect<Attempt<A> | Busy | typeof LONG, E | StoreError, R> =>
    Effect.suspend(() => {
      let head: Head
      const rowsRead = makeRowsRead()
      let isLong = false
      const onSpent = (): void => {
        isLong = true
      }
      const tried = transaction(connection, "update", {
        mode: "IMMEDIATE",
        waits: firmness.waits,
        run: () => {
          head = headOf(connection, "update", owner)
          const view = makeView(connection, schema.current.layout, head, owner, rowsRead)
          return propose(longWriter === undefined ? view : briefView(view, { ...BRIEF, onSpent }))
        },
        commit: ({ answer, plan }): Attempt<A> | typeof LONG => {
          if (plan === undefined && !isLong) return { _tag: "Committed", answer }
          isLong ||= longWriter !== undefined && plan !== undefined && sizeOf(plan) > BRIEF_PLAN
          if (isLong || plan === undefined) return LONG
          const steps = write(connection, head, owner, plan, rowsRead)
          while (steps.next().done !== true);
          return commit(connection, plan, firmness)
            ? { _tag: "Committed", answer }
            : { _tag: "Lost" }
        },
      })
      return Effect.catchCause(tried, (cause) =>
        isLong ? Effect.succeed(LONG) : Effect.failCause(cause),
      )
    })

  const attemptInTurns = <A, E, R>(
    writer: LongWriter,
    owner: Owner,
    propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
    firmness: Firmness,
  ): Effect.Effect<Attempt<A> | Busy, E | StoreError, R> =>
    Effect.suspend(() => {
      let head: Head
      const rowsRead = makeRowsRead()
      const attempt = updateInTurns(writer, {
        waits: firmness.waits && options.durability === "full",
        propose: (on) =>
          Effect.flatMap(
            attemptTo("update", () => {
              head = headOf(on, "update", owner)
              return viewInTurns(makeView(on, schema.current.layout, head, owner, rowsRead))
            }),
            propose,
          ),
        write: (on, { plan }) => write(on, head, owner, plan, rowsRead),
        commit: (on, { answer, plan }): Attempt<A> => {
          const isLong = plan !== undefined && sizeOf(plan) >= BRIEF.rows
          lastLong = isLong ? formatOwner(owner) : undefined
          if (plan !== undefined && !commit(on, plan, firmness)) return { _tag: "Lost" }
          return { _tag: "Committed", answer }
        },
      })
      const tell = (isUnderWay: boolean) => Effect.sync(() => options.inTurns(isUnderWay))
      return Effect.ensuring(Effect.andThen(tell(true), attempt), tell(false))
    })

  /** Long updates one after the other, and what comes meanwhile behind them, however long they take. */
  const line = Semaphore.makeUnsafe(1)
  let standing = 0
  const inLine = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      standing++
      return Effect.ensuring(
        line.withPermits(1)(work),
        Effect.sync(() => {
          standing--
        }),
      )
    })

  const attemptWhenWelcome = <A, E, R>(
    owner: Owner,
    propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
    firmness: Firmness,
  ): Effect.Effect<Attempt<A> | Busy, E | StoreError, R> => {
    const { untilWelcome } = options
    const atOnce = Effect.andThen(untilWelcome, attemptAtOnce(owner, propose, firmness))
    if (longWriter === undefined) return Effect.map(atOnce, (done) => (done === LONG ? BUSY : done))
    const inTurns = Effect.andThen(
      untilWelcome,
      attemptInTurns(longWriter, owner, propose, firmness),
    )
    const orInTurns =
      (next: typeof inTurns) =>
      (done: Attempt<A> | Busy | typeof LONG): typeof inTurns =>
        done === LONG ? next : Effect.succeed(done)
    if (lastLong === formatOwner(owner)) return inLine(inTurns)
    return standing === 0
      ? Effect.flatMap(atOnce, orInTurns(inLine(inTurns)))
      : inLine(Effect.flatMap(atOnce, orInTurns(inTurns)))
  }

  const attempt = <A, E, R>(
    owner: Owner,
    propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
  ): Effect.Effect<Attempt<A>, E | StoreError, R> =>
    Effect.flatMap(Durability, (durability) => {
      const { synchronised } = options
      const isRelaxed = options.durability === "relaxed"
      const isKept = durability === "kept" && !isRelaxed
      const waits = isRelaxed || (isKept && synchronised === undefined)
      const firmness = { waits, isRepeatable: durability === "repeatable" }
      const tried = Effect.suspend(() => attemptWhenWelcome(owner, propose, firmness))
      return Effect.flatMap(tried, (done): Effect.Effect<Attempt<A>, StoreError> => {
        if (done === BUSY) return Effect.succeed({ _tag: "Again" })
        // Also of a decision that wrote nothing: it rests on what has been committed.
        return done._tag === "Committed" && isKept && synchronised !== undefined
          ? Effect.as(synchronised, done)
          : Effect.succeed(done)
      })
    })

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
    searchPages: makeSearchPages({ file, isInPlace, schema }),
  }
}

/** False when the disk could not say whether it has the transaction: after a power loss it may be there or not. */
const isCommitted = (connection: Connection): boolean => {
  try {
    connection.commit()
    return true
  } catch (error) {
    if (isUnsynchronised(error)) return false
    throw error
  }
}
