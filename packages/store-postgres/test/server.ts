/**
 * The PostgreSQL server these tests run on, named by REMINISCE_POSTGRES_URL. Without one they are
 * left out, and say so.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Client } from "pg"
import { describe, it, vi } from "vitest"

// Each test makes a store of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

export const serverUrl: string | undefined = process.env.REMINISCE_POSTGRES_URL

const ADVICE = "run them by: node scripts/postgres.mjs run <cmd>"

/** Defines tests that need the server, or one skipped test in their place. */
export const withServer = (name: string, define: (url: string) => void): void => {
  if (serverUrl !== undefined) {
    describe(name, () => define(serverUrl))
    return
  }
  process.stderr.write(`\nLEFT OUT, no PostgreSQL server: ${name}; ${ADVICE}\n`)
  describe(name, () => {
    it.skip(`LEFT OUT, no PostgreSQL server: ${ADVICE}`, () => {})
  })
}

export const redacted = (url: string): Redacted.Redacted => Redacted.make(url)

/** A plain connection beside the adapter's. */
export const connected = (url: string): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      client.on("error", () => {})
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end()),
  )

export const ask = (
  client: Client,
  text: string,
  values: ReadonlyArray<unknown> = [],
): Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>> =>
  Effect.promise(async () => {
    const { rows } = await client.query<Array<unknown>, Array<unknown>>({
      text,
      values: [...values],
      rowMode: "array",
    })
    return rows
  })

/** The name of a namespace nobody uses; what is made in it goes with the scope. */
export const freshNamespace = (url: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => `t_${crypto.randomUUID().replaceAll("-", "")}`),
    (namespace) =>
      Effect.scoped(
        Effect.flatMap(connected(url), (client) =>
          ask(client, `drop schema if exists "${namespace}" cascade`),
        ),
      ),
  )
