/**
 * The stores that are servers: how each is opened and what is asked of it before. Their adapters are
 * loaded only here, so that a memory in a file never waits for them.
 *
 * @module
 */
import { readFileSync } from "node:fs"
import type { MemoryStore, StoreAdmin, StoreSchema, StoreWork } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StoreError } from "reminisce"
import type { Environment } from "../Command.ts"
import type { PostgresAddress, ServerAddress, TypeDbAddress } from "./StoreAddress.ts"
import { typeDbFault } from "./typeDbFault.ts"

export type StoreLayer = Layer.Layer<MemoryStore | StoreAdmin, StoreError>

/** How a store is opened that is not simply to be used. */
export interface StoreOpening {
  readonly schema?: StoreSchema | "stored"
  readonly during?: StoreWork
}

/** An unbuilt store, and how else it is opened, or why it may not be. */
export type ServerStore =
  | {
      readonly ok: true
      readonly layer: StoreLayer
      readonly open: (opening: StoreOpening) => StoreLayer
    }
  | { readonly ok: false; readonly sentence: string }

/** `create`: whether a store that is not there may be made. */
export const serverStore = async (
  address: ServerAddress,
  environment: Environment,
  create: boolean,
): Promise<ServerStore> =>
  address.kind === "typedb"
    ? openTypeDb(address, environment, create)
    : openPostgres(address, environment, create)

const refused = (sentence: string): ServerStore => ({ ok: false, sentence })

const openTypeDb = async (
  { database, url }: TypeDbAddress,
  environment: Environment,
  create: boolean,
): Promise<ServerStore> => {
  const password = environment.TYPEDB_PASSWORD ?? ""
  if (password === "")
    return refused("give TypeDB's password as TYPEDB_PASSWORD in the environment")
  const username = environment.REMINISCE_TYPEDB_USERNAME || "admin"
  const authority = environment.TYPEDB_CACERTFILE ?? ""
  if (authority !== "" && !(await isTrusted(authority)))
    return refused("TYPEDB_CACERTFILE names no PEM file that can be read; give the path of one")
  const fault = await typeDbFault({ url, username, password, database, create })
  if (fault !== undefined) return refused(fault)
  const { StoreTypeDb } = await import("@reminisce/store-typedb")
  const redacted = Redacted.make(password)
  const open = (opening: StoreOpening) =>
    StoreTypeDb.layer({ address: url, username, password: redacted, database, ...opening })
  return { ok: true, layer: open({}), open }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** Has this process trust the file's authorities beside the usual ones. */
const isTrusted = async (file: string): Promise<boolean> => {
  const tls = await import("node:tls")
  try {
    const own = readFileSync(file, "utf8").match(CERTIFICATE) ?? []
    if (own.length === 0) return false
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), ...own])
    return true
  } catch {
    return false
  }
}

const openPostgres = async (
  { url }: PostgresAddress,
  environment: Environment,
  create: boolean,
): Promise<ServerStore> => {
  const { StorePostgres } = await import("@reminisce/store-postgres")
  const whole = new URL(url)
  whole.password = encodeURIComponent(environment.PGPASSWORD ?? "")
  const options = { url: Redacted.make(whole.href) }
  if (!create) {
    const looked = StorePostgres.layer({ ...options, schema: "stored" })
    const exit = await Effect.runPromiseExit(Effect.scoped(Layer.build(looked)))
    if (isEmpty(exit))
      return refused(
        "there is no store in this database; leave out --no-create, or run with --init once",
      )
  }
  const open = (opening: StoreOpening) => StorePostgres.layer({ ...options, ...opening })
  return { ok: true, layer: open({}), open }
}

/** Any other trouble is met again when the store is opened. */
const isEmpty = (exit: Exit.Exit<unknown, unknown>): boolean => {
  const error = Exit.isFailure(exit)
    ? exit.cause.reasons.find(({ _tag }) => _tag === "Fail")
    : undefined
  return (
    error?._tag === "Fail" &&
    error.error instanceof StoreError &&
    error.error.reason._tag === "NotAStore" &&
    error.error.reason.rule === "empty"
  )
}
