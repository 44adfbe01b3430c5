/**
 * The one place that touches the driver: a bounded pool of sessions, and statements sent together
 * in one round trip.
 *
 * @module
 */
import { createHash } from "node:crypto"
import { StoreError, Unavailable, waitInLine } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { Pool, type PoolClient, types } from "pg"
import { EngineFailure, failAs, failureOf } from "./EngineFailure.ts"

export interface Statement {
  /** Made of fixed text and of names of a checked schema; whatever a caller sent is in `values`. */
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
}

export type Row = ReadonlyArray<unknown>

export interface Answer {
  readonly rows: ReadonlyArray<Row>
  /** What the server says it did: `SELECT`, `COMMIT`, `ROLLBACK`, … */
  readonly command: string
}

export interface Session {
  /** Fails with the first statement that failed. */
  readonly ask: (
    ...statements: ReadonlyArray<Statement>
  ) => Effect.Effect<ReadonlyArray<Answer>, EngineFailure>
  /** One outcome for each statement, in order. A failure inside a transaction fails those behind it. */
  readonly send: (
    statements: ReadonlyArray<Statement>,
  ) => Effect.Effect<ReadonlyArray<Answer | EngineFailure>>
  /** The first failure this session has met. */
  readonly failure: () => EngineFailure | undefined
}

export interface SessionsConfig {
  readonly url: Redacted.Redacted
  readonly maxSessions: number
  /** Longest wait for a free session, and for a connection, in milliseconds. */
  readonly connectMillis: number
  readonly statementMillis: number
  readonly lockMillis: number
}

export interface Sessions {
  /** A session for as long as `f` runs. A transaction left open is rolled back. */
  readonly use: <A, E, R>(
    operation: string,
    f: (session: Session) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | StoreError, R>
}

export const makeSessions = (config: SessionsConfig): Effect.Effect<Sessions, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => openPool(config)),
      (opened) => Effect.promise(() => opened.end()),
    )
    const places = yield* Semaphore.make(config.maxSessions)
    const connect = Effect.tryPromise({ try: () => pool.connect(), catch: failureOf })
    return {
      use: (operation, f) =>
        waitInLine(
          places,
          config.connectMillis,
          Effect.acquireUseRelease(
            Effect.catchTag(connect, "EngineFailure", failAs(operation)),
            (client) => f(openSession(client)),
            (client, exit) => giveBack(client, Exit.hasInterrupts(exit)),
          ),
          Effect.fail(new StoreError({ operation, reason: new Unavailable({ what: "sessions" }) })),
        ),
    }
  })

const INT8 = 20
const INT8_ARRAY = 1016

/** Stored integers are safe ones, so numbers hold them. */
const parserOf = (oid: number) => {
  if (oid === INT8) return Number
  return oid === INT8_ARRAY ? parseNumbers : types.getTypeParser(oid)
}

/** `{1,2}` or `{}`. */
const parseNumbers = (text: string): ReadonlyArray<number> =>
  text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)

const openPool = (config: SessionsConfig): Pool => {
  const pool = new Pool({
    connectionString: Redacted.value(config.url),
    application_name: "reminisce",
    max: config.maxSessions,
    connectionTimeoutMillis: config.connectMillis,
    statement_timeout: config.statementMillis,
    idle_in_transaction_session_timeout: config.statementMillis,
    lock_timeout: config.lockMillis,
    keepAlive: true,
    pipeline: true,
    allowExitOnIdle: true,
    types: { getTypeParser: parserOf },
  })
  // A connection that breaks while idle is dropped by the pool; one in use fails what it was asked.
  const ignore = (): void => {}
  pool.on("error", ignore)
  pool.on("connect", (client) => void client.on("error", ignore))
  return pool
}

const openSession = (client: PoolClient): Session => {
  let failure: EngineFailure | undefined
  const submit = ({ text, values }: Statement): Promise<Answer | EngineFailure> =>
    client
      .query<Array<unknown>, Array<unknown>>({
        text,
        // Only a statement with a name is kept ready by the server; those without values are commands.
        ...(values === undefined ? {} : { name: nameOf(text), values: [...values] }),
        rowMode: "array",
      })
      .then(({ rows, command }) => ({ rows, command }), failureOf)
  const send: Session["send"] = (statements) =>
    Effect.map(
      Effect.promise(() => Promise.all(statements.map(submit))),
      (outcomes) => {
        failure ??= outcomes.find((outcome) => outcome instanceof EngineFailure)
        return outcomes
      },
    )
  return {
    send,
    failure: () => failure,
    ask: (...statements) =>
      Effect.flatMap(send(statements), (outcomes) => {
        const answers: Array<Answer> = []
        for (const outcome of outcomes) {
          if (outcome instanceof EngineFailure) return Effect.fail(outcome)
          answers.push(outcome)
        }
        return Effect.succeed(answers)
      }),
  }
}

const names = new Map<string, string>()

/** The same text has the same name in every process, and no two texts share one. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `r${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
  names.set(text, name)
  return name
}

/** Back to the pool, out of any transaction; or closed, where statements may still be under way. */
const giveBack = (client: PoolClient, isInterrupted: boolean): Effect.Effect<void> => {
  if (isInterrupted) return Effect.sync(() => client.release(true))
  if (client.getTransactionStatus() === "I") return Effect.sync(() => client.release())
  return Effect.promise(() =>
    client.query("rollback").then(
      () => client.release(),
      () => client.release(true),
    ),
  )
}
