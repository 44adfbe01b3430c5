/**
 * Questions to one database of a TypeDB server, as effects.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type DriverConfig, GivenRowsDriver, type OneShot } from "./GivenRowsDriver.ts"
import { TypeDbFailure } from "./TypeDbFailure.ts"

export interface TypeDb {
  readonly version: Effect.Effect<unknown, TypeDbFailure>
  /** One query in a transaction of its own; its answers as the server shapes them. */
  readonly ask: (shot: OneShot) => Effect.Effect<ReadonlyArray<unknown>, TypeDbFailure>
  /**
   * Queries in one transaction, each of which must answer a row: else nothing is written, and the answer
   * is false. One query is one request.
   */
  readonly write: (queries: ReadonlyArray<OneShot>) => Effect.Effect<boolean, TypeDbFailure>
  readonly hasDatabase: Effect.Effect<boolean, TypeDbFailure>
  readonly createDatabase: Effect.Effect<void, TypeDbFailure>
}

export const makeTypeDb = (config: DriverConfig): TypeDb => {
  const driver = new GivenRowsDriver(config)
  const database = `/v1/databases/${encodeURIComponent(config.database)}`
  return {
    version: attempt(() => driver.serverVersion()),
    ask: (shot) => attempt((signal) => driver.oneShot(shot, signal)),
    write: (queries) => attempt((signal) => driver.write(queries, signal)),
    hasDatabase: Effect.as(
      attempt((signal) => driver.call("GET", database, signal)),
      true,
    ).pipe(
      Effect.catchIf(
        ({ status }) => status === 404,
        () => Effect.succeed(false),
      ),
    ),
    createDatabase: Effect.asVoid(attempt((signal) => driver.call("POST", database, signal))),
  }
}

const attempt = <A>(call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, TypeDbFailure> =>
  Effect.tryPromise({
    try: call,
    catch: (thrown) =>
      thrown instanceof TypeDbFailure ? thrown : new TypeDbFailure({ status: 0, codes: [] }),
  })
