/**
 * A long update as one transaction over many turns of the event loop.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Connection } from "./Connection.ts"
import type { LongWriter } from "./LongWriter.ts"
import { attemptTo } from "./sqliteFault.ts"
import { BUSY, type Busy } from "./untilFree.ts"

export interface LongUpdate<A, E, R, B> {
  /** Whether its commit waits for the disk. */
  readonly waits: boolean
  /** Waits on nothing but its view, and gives way to others meanwhile. */
  readonly propose: (connection: Connection) => Effect.Effect<A, E | StoreError, R>
  /** Writes, some rows at a time. */
  readonly write: (connection: Connection, answer: A) => Generator<void, void>
  readonly commit: (connection: Connection, answer: A) => B
}

/** Steps of writing from one turn to the next: a few milliseconds. */
const STEPS = 12

/** `BUSY`, or interrupted, or failed: nothing was written. */
export const updateInTurns = <A, E, R, B>(
  writer: LongWriter,
  { waits, propose, write, commit }: LongUpdate<A, E, R, B>,
): Effect.Effect<B | Busy, E | StoreError, R> =>
  Effect.suspend(() => {
    // Once it is committed, the connection may be in somebody else's transaction before we are done.
    let isOurs = true
    return Effect.acquireUseRelease(
      attemptTo("update", () => writer.begin(waits)),
      (connection): Effect.Effect<B | Busy, E | StoreError, R> =>
        connection === BUSY
          ? Effect.succeed(BUSY)
          : Effect.gen(function* () {
              const answer = yield* propose(connection)
              yield* inTurns(write(connection, answer))
              return yield* attemptTo("update", () => {
                const done = commit(connection, answer)
                // What the commit has left open: a disk that cannot say, or nothing to write.
                connection.rollback()
                isOurs = false
                return done
              })
            }),
      (connection) =>
        Effect.sync(() => {
          if (connection !== BUSY && isOurs) connection.rollback()
        }),
    )
  })

const inTurns = Effect.fnUntraced(function* (
  steps: Generator<void, void>,
): Effect.fn.Return<void, StoreError> {
  for (;;) {
    yield* Effect.yieldNow
    const isDone = yield* attemptTo("update", () => {
      for (let i = 0; i < STEPS; i++) if (steps.next().done === true) return true
      return false
    })
    if (isDone) return
  }
})
