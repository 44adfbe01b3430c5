/**
 * How the tests' server is spoken to. Nothing here needs a test runner.
 *
 * @module
 */
import type { StoreTypeDb } from "@reminisce/store-typedb"
import * as Redacted from "effect/Redacted"

export const serverAddress: string | undefined = process.env.REMINISCE_TYPEDB_URL

export const credentials = {
  username: process.env.REMINISCE_TYPEDB_USERNAME ?? "admin",
  password: process.env.REMINISCE_TYPEDB_PASSWORD ?? "password",
}

export const optionsFor = (address: string, database: string): StoreTypeDb.TypeDbOptions => ({
  address,
  database,
  username: credentials.username,
  password: Redacted.make(credentials.password),
})
