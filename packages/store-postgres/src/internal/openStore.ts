/**
 * Opening: makes a store in an empty namespace, adds what this schema has and the store has not, and
 * refuses what is not a store or is one of another version.
 *
 * @module
 */
import {
  NotAStore,
  SchemaDiffers,
  SchemaMismatch,
  StoreError,
  type StoreErrorReason,
  type StoreSchema,
  type StoreWork,
  Unfinished,
  type UnitedSchema,
  uniteSchemas,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { createTables } from "./createTables.ts"
import { type EngineFailure, failAs } from "./EngineFailure.ts"
import { compileLayout, type Layout } from "./Layout.ts"
import { insertAllEntries } from "./rowWrites.ts"
import type { Answer, Session, Sessions, Statement } from "./Sessions.ts"

/** The encoding of a store in tables. Stores of another layout are refused. */
const LAYOUT = 1
/** In place of the layout while work on the whole store is under way, so that older processes refuse too. */
const MARKS: { readonly [work in StoreWork]: number } = { restoring: -1, upgrading: -2 }
const APPLICATION = "reminisce"

/** A number of our own, so that all who make or extend stores of a database wait for each other. */
const MIGRATION_LOCK = 7_236_418_210

/** A store as it was when last looked at. */
export interface Opened {
  /** Counts the extensions of the store; a transaction that meets another one looks again. */
  readonly revision: number
  /** What all who ever opened it have defined. */
  readonly schema: StoreSchema
  readonly layout: Layout
  /** Work on the whole store that does not keep this process out. */
  readonly during: StoreWork | undefined
}

/** The schema a store is opened with: one the host gives, or the store's own, whatever its version. */
export type GivenSchema = StoreSchema | "stored"

interface Opening {
  readonly schema: GivenSchema
  readonly during: StoreWork | undefined
}

export const layoutDuring = (work: StoreWork | undefined): number =>
  work === undefined ? LAYOUT : MARKS[work]

/** The store's own row. Locked against extension by being read, as every table is. */
export const selectStore = ({ store }: Layout): Statement => ({
  text: `select layout, version, revision, application from ${store}`,
  values: [],
})

/** The revision, or why a store with such a row cannot be used with the schema. */
export const checkStore = (
  operation: string,
  { schema, during }: Opening,
  answer: Answer | undefined,
): Effect.Effect<number, StoreError> => {
  const row = answer?.rows[0]
  if (row === undefined) return refuse(operation, new NotAStore({ rule: "store-row-missing" }))
  const [layout, version, revision, application] = row
  if (application !== APPLICATION) return refuse(operation, new NotAStore({ rule: "foreign" }))
  const work = (["restoring", "upgrading"] as const).find((name) => layout === MARKS[name])
  if (work !== undefined && work !== during) return refuse(operation, new Unfinished({ work }))
  if (work === undefined && layout !== LAYOUT) {
    const reason = new SchemaMismatch({ stored: Number(layout), expected: LAYOUT })
    return refuse(operation, reason)
  }
  return schema === "stored" || version === schema.version
    ? Effect.succeed(Number(revision))
    : refuse(operation, new SchemaMismatch({ stored: Number(version), expected: schema.version }))
}

const refuse = (operation: string, reason: StoreErrorReason): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation, reason }))

export const openStore = (
  sessions: Sessions,
  namespace: string,
  { schema, during }: Opening,
): Effect.Effect<Opened, StoreError> =>
  sessions.use("open", (session) =>
    Effect.gen(function* () {
      const layout = compileLayout(schema === "stored" ? NOTHING : schema, namespace)
      const known = yield* readDefinition(session, layout, { schema, during })
      if (known?.united._tag === "Same") return openedOf(namespace, known, during)
      if (schema === "stored") return yield* refuse("open", new NotAStore({ rule: "empty" }))
      return yield* migrate(session, layout, schema, during)
    }).pipe(Effect.catchTag("EngineFailure", failAs("open"))),
  )

/** Enough to find the store's own row by. */
const NOTHING: StoreSchema = { version: 1, records: {}, links: {}, indexes: {}, spaces: {} }

interface Known {
  readonly encoding: unknown
  readonly revision: number
  readonly stored: StoreSchema
  readonly united: UnitedSchema
}

const openedOf = (
  namespace: string,
  { revision, stored }: Pick<Known, "revision" | "stored">,
  during: StoreWork | undefined,
): Opened => ({
  during,
  revision,
  schema: stored,
  layout: compileLayout(stored, namespace),
})

/** Undefined where the namespace holds no store, and nothing else either. */
const readDefinition = Effect.fnUntraced(function* (
  session: Session,
  layout: Layout,
  { schema, during }: Opening,
) {
  const [encoding, tables, store] = yield* session.ask(
    { text: "select current_setting('server_encoding')", values: [] },
    {
      text: "select count(*) from pg_catalog.pg_class where relnamespace = to_regnamespace($1::text)",
      values: [`"${layout.namespace}"`],
    },
    { text: "select to_regclass($1::text) is not null", values: [layout.store] },
  )
  if (encoding?.rows[0]?.[0] !== "UTF8")
    return yield* refuse("open", new NotAStore({ rule: "encoding" }))
  if (store?.rows[0]?.[0] !== true) {
    if (tables?.rows[0]?.[0] === 0) return undefined
    return yield* refuse("open", new NotAStore({ rule: "foreign" }))
  }
  const [row, definition] = yield* session.ask(selectStore(layout), {
    text: `select definition from ${layout.store}`,
    values: [],
  })
  const revision = yield* checkStore("open", { schema, during }, row)
  const stored = JSON.parse(String(definition?.rows[0]?.[0])) as StoreSchema
  const united = uniteSchemas(stored, schema === "stored" ? stored : schema)
  const known: Known = { encoding: row?.rows[0]?.[0], revision, stored, united }
  return known.united._tag === "Differs"
    ? yield* refuse("open", new SchemaDiffers({ facts: known.united.facts }))
    : known
})

/** In one transaction, one process at a time. Transactions under way end first, later ones wait. */
const migrate = Effect.fnUntraced(function* (
  session: Session,
  layout: Layout,
  schema: StoreSchema,
  during: StoreWork | undefined,
): Effect.fn.Return<Opened, StoreError | EngineFailure> {
  yield* session.ask(
    { text: "begin" },
    { text: "set local statement_timeout = 0" },
    { text: "set local lock_timeout = 0" },
    { text: "select pg_advisory_xact_lock($1::bigint)", values: [MIGRATION_LOCK] },
  )
  const known = yield* readDefinition(session, layout, { schema, during })
  if (known?.united._tag === "Same") return openedOf(layout.namespace, known, during)
  const stored = known?.united._tag === "Extended" ? known.united.schema : schema
  const revision = (known?.revision ?? 0) + 1
  const full = compileLayout(stored, layout.namespace)
  if (known === undefined) {
    const [has] = yield* session.ask({
      text: "select to_regnamespace($1::text) is not null",
      values: [`"${layout.namespace}"`],
    })
    if (has?.rows[0]?.[0] !== true)
      yield* session.ask({ text: `create schema "${layout.namespace}"` })
  } else {
    // In the order in which every other transaction meets them.
    yield* session.ask({
      text: `lock table ${layout.owner}, ${layout.store} in access exclusive mode`,
    })
  }
  const before = new Set(Object.keys(known?.stored.indexes ?? {}))
  const added = [...full.indexes.values()].filter(
    ({ name, entries }) => entries !== undefined && !before.has(name),
  )
  const answers = yield* session.ask(
    ...createTables(full).map((text) => ({ text })),
    ...added.flatMap((index) => {
      const record = full.records.get(index.entries?.type ?? "")
      return record === undefined ? [] : [insertAllEntries(index, record)]
    }),
    { text: `delete from ${layout.store}` },
    {
      text: `insert into ${layout.store} (application, layout, version, revision, definition)
        values ($1::text, $2::int, $3::bigint, $4::bigint, $5::text)`,
      values: [
        APPLICATION,
        known?.encoding ?? LAYOUT,
        schema.version,
        revision,
        JSON.stringify(stored),
      ],
    },
    { text: "commit" },
  )
  return answers.at(-1)?.command === "COMMIT"
    ? openedOf(layout.namespace, { revision, stored }, during)
    : yield* Effect.die(new Error("a migration was rolled back without a failure"))
})
