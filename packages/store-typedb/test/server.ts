/**
 * The TypeDB server these tests run on, named by REMINISCE_TYPEDB_URL. Without one they are left out,
 * and say so.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { TypeDBHttpDriver } from "typedb-driver-http"
import { describe, it, vi } from "vitest"
import { credentials, serverAddress } from "./options.ts"

// Defining a store takes its time.
vi.setConfig({ testTimeout: 120_000 })

const ADVICE = "set REMINISCE_TYPEDB_URL to a server of 3.12.3 or newer"

/** Defines tests that need the server, or one skipped test in their place. */
export const withServer = (name: string, define: (address: string) => void): void => {
  const address = serverAddress
  if (address !== undefined) {
    describe(name, () => define(address))
    return
  }
  process.stderr.write(`\nLEFT OUT, no TypeDB server: ${name}; ${ADVICE}\n`)
  describe(name, () => {
    it.skip(`LEFT OUT, no TypeDB server: ${ADVICE}`, () => {})
  })
}

export const driverFor = (address: string): TypeDBHttpDriver =>
  new TypeDBHttpDriver({ ...credentials, addresses: [address] })

/** The name of a database nobody uses; it goes with the scope. */
export const freshDatabase = (address: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => `t_${crypto.randomUUID().replaceAll("-", "")}`),
    (database) => Effect.promise(() => driverFor(address).deleteDatabase(database)),
  )
