/**
 * What concerns the whole store.
 *
 * @module
 */
import {
  formatOwner,
  makeAdmin,
  type Owner,
  parseOwner,
  QuestionRefused,
  type StoreAdmin,
  StoreError,
  type StoreWork,
  Unsupported,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { failAs } from "./EngineFailure.ts"
import { checkStore, layoutDuring, type Opened, selectStore } from "./openStore.ts"
import { ownersWithStatement } from "./rangeStatement.ts"
import type { Row, Sessions, Statement } from "./Sessions.ts"
import { verifyTables } from "./verifyTables.ts"

export const makePostgresAdmin = (
  sessions: Sessions,
  /** The store as it is known now. */
  now: () => Opened,
  /** To be told of work on the whole store that this process begins or ends. */
  work: (during: StoreWork | undefined) => void,
): StoreAdmin["Service"] => {
  const ask = (
    operation: string,
    statement: Statement,
  ): Effect.Effect<ReadonlyArray<Row>, StoreError> =>
    sessions.use(operation, (session) =>
      Effect.catchTag(
        Effect.map(session.ask(statement), ([answer]) => answer?.rows ?? []),
        "EngineFailure",
        failAs(operation),
      ),
    )
  /** The same of one state, in which the store is as this process knows it, and no work that shuts it out is under way. */
  const askOurs = (
    operation: string,
    statement: Statement,
  ): Effect.Effect<ReadonlyArray<Row>, StoreError> =>
    sessions.use(operation, (session) =>
      Effect.gen(function* () {
        const { layout, ...opened } = now()
        const [, store, answer] = yield* session.ask(
          { text: "begin isolation level repeatable read read only" },
          selectStore(layout),
          statement,
        )
        yield* checkStore(operation, opened, store)
        return answer?.rows ?? []
      }).pipe(Effect.catchTag("EngineFailure", failAs(operation))),
    )
  /** Changes the store's own row while nobody else reads or writes: whoever comes later meets the mark. */
  const inStore = (
    operation: string,
    during: StoreWork | undefined,
    change: (opened: Opened) => {
      readonly unless: string
      readonly set: string
      readonly values: ReadonlyArray<unknown>
    },
  ): Effect.Effect<void, StoreError> =>
    sessions.use(operation, (session) =>
      Effect.gen(function* () {
        const { layout, schema, during: mine } = now()
        const { unless, set, values } = change(now())
        const [, , row, found] = yield* session.ask(
          { text: "begin" },
          { text: `lock table ${layout.owner}, ${layout.store} in access exclusive mode` },
          selectStore(layout),
          { text: `select ${unless}` },
        )
        const isUnmarked = Number(row?.rows[0]?.[0]) === layoutDuring(undefined)
        yield* checkStore(operation, { schema, during: during ?? mine }, row)
        if (isUnmarked && found?.rows[0]?.[0] === true) {
          const reason = new QuestionRefused({ rule: "not-empty" })
          return yield* new StoreError({ operation, reason })
        }
        yield* session.ask(
          { text: `update ${layout.store} set ${set}`, values },
          { text: "commit" },
        )
        work(during)
      }).pipe(Effect.catchTag("EngineFailure", failAs(operation))),
    )
  const checked = (): StoreAdmin["Service"] => makeAdmin(now().schema, admin)
  const { owner } = now().layout
  const admin: StoreAdmin["Service"] = {
    owners: ({ after, limit }) =>
      Effect.map(
        askOurs("owners", {
          text: `select name from ${owner} where name > $1::text
            order by name limit $2::bigint`,
          values: [nameOrFirst(after), limit],
        }),
        ownersOf,
      ),
    ownersWith: (name, prefix, { after, limit }) => {
      const index = now().layout.indexes.get(name)
      if (index === undefined) return Effect.succeed([])
      const statement = ownersWithStatement(owner, index, prefix, nameOrFirst(after), limit)
      return Effect.map(askOurs("ownersWith", statement), ownersOf)
    },
    health: Effect.map(
      ask("health", {
        text: `select current_setting('server_version'),
            current_setting('fsync')::boolean and current_setting('full_page_writes')::boolean
              and current_setting('synchronous_commit') <> 'off',
            (select coalesce(sum(pg_table_size(oid)), 0)::bigint
              from pg_catalog.pg_class
              where relnamespace = to_regnamespace($1::text) and relkind = 'r'),
            (select coalesce(sum(pg_indexes_size(oid)), 0)::bigint
              from pg_catalog.pg_class
              where relnamespace = to_regnamespace($1::text) and relkind = 'r'),
            oldest.pid, oldest.millis
          from (select 1) as one left join lateral (
            select pid, (extract(epoch from clock_timestamp() - xact_start) * 1000)::bigint as millis
              from pg_catalog.pg_stat_activity
              where backend_xmin is not null and backend_type = 'client backend'
                and pid <> pg_backend_pid()
                and datname = current_database()
              order by xact_start limit 1) as oldest on true`,
        values: [`"${now().layout.namespace}"`],
      }),
      ([row]) => ({
        engine: `PostgreSQL ${String(row?.[0]).split(" ")[0]}`,
        schemaVersion: now().schema.version,
        durable: row?.[1] === true,
        bytes: Number(row?.[2]) + Number(row?.[3]),
        parts: { tables: Number(row?.[2]), indexes: Number(row?.[3]) },
        ...(row?.[4] == null
          ? {}
          : { oldestReader: { process: Number(row[4]), millis: Math.max(0, Number(row[5])) } }),
      }),
    ),
    compact: () => cannot("compact", "physicalErasure"),
    verify: Effect.suspend(() => verifyTables(sessions, now().layout)),
    begin: (name) =>
      inStore("begin", name, ({ layout }) => ({
        // Who makes the first owner writes after this, or before and is seen.
        unless:
          name === "restoring"
            ? `exists (select 1 from ${layout.owner} where sequence > 0)`
            : "false",
        set: "layout = $1::int",
        values: [layoutDuring(name)],
      })),
    finish: ({ version } = {}) =>
      inStore("finish", undefined, ({ schema }) => {
        const next = version === undefined ? schema : { ...schema, version }
        return {
          unless: "false",
          set: "layout = $1::int, version = $2::bigint, definition = $3::text, revision = revision + 1",
          values: [layoutDuring(undefined), next.version, JSON.stringify(next)],
        }
      }),
  }
  return {
    owners: (options) => checked().owners(options),
    ownersWith: (index, prefix, options) => checked().ownersWith(index, prefix, options),
    health: admin.health,
    compact: admin.compact,
    verify: admin.verify,
    begin: admin.begin,
    finish: admin.finish,
  }
}

const cannot = (operation: string, capability: string): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation, reason: new Unsupported({ capability }) }))

/** No owner's name is empty, so all of them are behind the empty text. */
const nameOrFirst = (after: Owner | undefined): string =>
  after === undefined ? "" : formatOwner(after)

const ownersOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Owner> =>
  rows.flatMap(([name]) => Option.toArray(parseOwner(String(name))))
