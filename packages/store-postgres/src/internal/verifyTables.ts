/**
 * The store's tables read to their last value, and its indexes held against them: what PostgreSQL
 * itself finds wrong on the way. With data checksums, the default from version 18 on, that is every
 * page that is not as it was written.
 *
 * @module
 */
import type { StoreError } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { EngineFailure, failAs } from "./EngineFailure.ts"
import type { Layout } from "./Layout.ts"
import type { Session, Sessions } from "./Sessions.ts"

/** What the server answers of pages and indexes it finds broken. */
const DAMAGED = ["XX001", "XX002"]

/** Tables and indexes of the namespace, by name. */
const PARTS = `select c.relname, c.relkind, c.oid::int8, format('%I.%I', n.nspname, c.relname)
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.oid = to_regnamespace($1::text) and c.relkind in ('r', 'i') order by 1`

/** `amcheck` comes with PostgreSQL and is a database owner's to install; without it indexes are read by nobody here. */
const AMCHECK = `select to_regprocedure(format('%I.bt_index_check(regclass, boolean)', n.nspname)) is not null, format('%I', n.nspname)
  from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'amcheck'`

export const verifyTables = (
  sessions: Sessions,
  { namespace }: Layout,
): Effect.Effect<ReadonlyArray<string>, StoreError> =>
  sessions
    .use("verify", (session) =>
      Effect.gen(function* () {
        const [parts, amcheck] = yield* session.ask(
          { text: PARTS, values: [`"${namespace}"`] },
          { text: AMCHECK, values: [] },
        )
        const checker = amcheck?.rows[0]?.[0] === true ? String(amcheck.rows[0][1]) : undefined
        const findings: Array<string> = []
        for (const [name, kind, oid, qualified] of parts?.rows ?? []) {
          const isTable = kind === "r"
          if (!isTable && checker === undefined) continue
          const isSound = yield* passes(
            session,
            isTable
              ? // Every value is taken out, also of where long ones are kept.
                `select sum(octet_length(each::text)) from ${String(qualified)} each`
              : `select ${checker}.bt_index_check(${Number(oid)}::regclass, true)`,
          )
          if (!isSound) findings.push(`${isTable ? "table" : "index"} ${String(name)}: damaged`)
        }
        return findings
      }),
    )
    .pipe(Effect.catchTag("EngineFailure", failAs("verify")))

/** False where the server finds what it reads broken. */
const passes = (session: Session, text: string): Effect.Effect<boolean, StoreError> =>
  Effect.gen(function* () {
    const answers = yield* session.send([
      { text: "begin transaction read only" },
      { text: "set local statement_timeout = 0" },
      { text },
      { text: "rollback" },
    ])
    const failure = answers.find((each) => each instanceof EngineFailure)
    if (failure === undefined) return true
    if (DAMAGED.includes(failure.sqlState ?? "")) return false
    return yield* failAs("verify")(failure)
  })
