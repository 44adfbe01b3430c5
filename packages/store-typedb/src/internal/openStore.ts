/**
 * Opening: makes the database and the store in it where there are none, adds what this schema has and
 * the store has not, and refuses what is not a store, or whose names are a host's already.
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
  uniteSchemas,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { defineText } from "./defineText.ts"
import { assignLabels, type Labels, NO_LABELS } from "./Labels.ts"
import { compileLayout, type Layout, OWN, slotsLabel } from "./Layout.ts"
import type { TypeDb } from "./TypeDb.ts"
import { failAs, hasCode, isPassing, TypeDbFailure } from "./TypeDbFailure.ts"

/** A store as it was when last looked at. */
export interface Opened {
  /** Counts the extensions of the store; a write that meets another one looks again. */
  readonly revision: number
  readonly layout: Layout
  /** Work on the whole store that does not keep this process out. */
  readonly during: StoreWork | undefined
}

/** The encoding of a store in types. Stores of another layout are refused. */
const LAYOUT = 1
/** In place of the layout while work on the whole store is under way, so that older processes refuse too. */
const MARKS: { readonly [work in StoreWork]: number } = { restoring: -1, upgrading: -2 }
/** There is one store in a database. */
export const NAME = "reminisce"
const OPEN_TRIES = 8

/** The schema a store is opened with: one the host gives, or the store's own, whatever its version. */
export type GivenSchema = StoreSchema | "stored"

export interface Opening {
  readonly schema: GivenSchema
  readonly during: StoreWork | undefined
}

export const layoutDuring = (work: StoreWork | undefined): number =>
  work === undefined ? LAYOUT : MARKS[work]

export const openStore = (db: TypeDb, opening: Opening): Effect.Effect<Opened, StoreError> =>
  Effect.gen(function* () {
    for (let tries = 1; ; tries++) {
      const opened = yield* Effect.catchTag(openOnce(db, opening), "TypeDbFailure", (failure) =>
        // Others are making or extending the store as well.
        tries < OPEN_TRIES && (isPassing(failure) || isTaken(failure))
          ? Effect.as(Effect.sleep(10 * 2 ** tries), undefined)
          : failAs("open")(failure),
      )
      if (opened !== undefined) return opened
    }
  })

/** A key another transaction has taken, or a database or type it has made. */
const isTaken = (failure: TypeDbFailure): boolean =>
  ["CNT9", "DVL9", "DBC6"].some((code) => hasCode(failure, code))

const openOnce = Effect.fnUntraced(function* (
  db: TypeDb,
  { schema: given, during }: Opening,
): Effect.fn.Return<Opened, StoreError | TypeDbFailure> {
  if (!(yield* db.hasDatabase)) {
    if (given === "stored") return yield* refuse(new NotAStore({ rule: "empty" }))
    yield* db.createDatabase
  }
  const labels = yield* labelsInUse(db)
  const known = labels.has(OWN.store) ? yield* readStore(db) : undefined
  if (known === undefined) {
    if (given === "stored") return yield* refuse(new NotAStore({ rule: "empty" }))
    return { during, ...(yield* makeStore(db, given, labels)) }
  }
  const { version, revision, definition } = known
  yield* checkLayout("open", known.layout, during)
  const schema = given === "stored" ? definition.schema : given
  if (version !== schema.version)
    return yield* refuse(new SchemaMismatch({ stored: version, expected: schema.version }))
  const united = uniteSchemas(definition.schema, schema)
  if (united._tag === "Differs") return yield* refuse(new SchemaDiffers({ facts: united.facts }))
  if (united._tag === "Same") {
    const layout = compileLayout(definition.schema, definition.labels)
    // Whoever extended the store was stopped before it defined what it announced.
    if (labelsOf(layout, definition.labels).some((label) => !labels.has(label)))
      yield* define(db, layout)
    return { during, revision, layout }
  }
  return { during, ...(yield* extendStore(db, known, united.schema, labels)) }
})

/** Refuses a store of another layout, or one that work is under way on which is not `during`. */
export const checkLayout = (
  operation: string,
  layout: number,
  during: StoreWork | undefined,
): Effect.Effect<void, StoreError> => {
  const work = (["restoring", "upgrading"] as const).find((name) => layout === MARKS[name])
  const reason =
    work !== undefined && work !== during
      ? new Unfinished({ work })
      : work === undefined && layout !== LAYOUT
        ? new SchemaMismatch({ stored: layout, expected: LAYOUT })
        : undefined
  return reason === undefined ? Effect.void : Effect.fail(new StoreError({ operation, reason }))
}

const refuse = (reason: StoreErrorReason): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation: "open", reason }))

/** Names of a host's own are never redefined, even where the definitions are the same. */
const refuseTaken = (
  wanted: ReadonlyArray<string>,
  inUse: ReadonlySet<string>,
): Effect.Effect<void, StoreError> => {
  const taken = [...new Set(wanted)].filter((label) => inUse.has(label))
  return taken.length === 0
    ? Effect.void
    : refuse(new SchemaDiffers({ facts: taken.map((label) => `taken: ${label}`) }))
}

/**
 * All labels of a database, whoever defined them. Entities are asked for last, so that whoever sees an
 * attribute of another opener's store sees the store's own entity too.
 */
const labelsInUse = (db: TypeDb): Effect.Effect<ReadonlySet<string>, TypeDbFailure> =>
  Effect.map(
    Effect.forEach(["attribute", "relation", "entity"], (kind) =>
      db.ask({
        transactionType: "read",
        query: `match ${kind} $type; let $label = label($type); fetch { "label": $label };`,
      }),
    ),
    (answers) =>
      new Set(answers.flat().map((each) => String((each as { readonly label: string }).label))),
  )

interface Definition {
  readonly schema: StoreSchema
  readonly labels: Labels
}

export interface KnownStore {
  readonly layout: number
  readonly version: number
  readonly revision: number
  readonly definition: Definition
}

/** Undefined where the types are there, but not yet the store. */
export const readStore = (db: TypeDb): Effect.Effect<KnownStore | undefined, TypeDbFailure> =>
  Effect.map(
    db.ask({
      transactionType: "read",
      query: `given $name: string;
match $store isa ${OWN.store}, has ${OWN.storeName} == $name;
fetch { "layout": $store.${OWN.storeLayout}, "version": $store.${OWN.storeVersion},
  "revision": $store.${OWN.storeRevision}, "definition": $store.${OWN.storeDefinition} };`,
      givenRows: [{ name: NAME }],
    }),
    ([found]) => {
      if (found === undefined) return undefined
      const { definition, ...rest } = found as KnownStore & { readonly definition: string }
      return { ...rest, definition: JSON.parse(String(definition)) as Definition }
    },
  )

const makeStore = Effect.fnUntraced(function* (
  db: TypeDb,
  schema: StoreSchema,
  inUse: ReadonlySet<string>,
) {
  const definition = { schema, labels: assignLabels(NO_LABELS, schema) }
  const layout = compileLayout(schema, definition.labels)
  // Where our own types are there, another opener is just before its last step.
  if (!inUse.has(OWN.store)) yield* refuseTaken(labelsOf(layout, definition.labels), inUse)
  yield* define(db, layout)
  yield* db.ask({
    transactionType: "write",
    query: `given $name: string, $layout: integer, $version: integer, $definition: string;
insert $store isa ${OWN.store}, has ${OWN.storeName} == $name, has ${OWN.storeLayout} == $layout,
  has ${OWN.storeVersion} == $version, has ${OWN.storeRevision} 1,
  has ${OWN.storeDefinition} == $definition;`,
    givenRows: [
      {
        name: NAME,
        layout: LAYOUT,
        version: schema.version,
        definition: JSON.stringify(definition),
      },
    ],
  })
  return { revision: 1, layout }
})

const extendStore = Effect.fnUntraced(function* (
  db: TypeDb,
  known: KnownStore,
  schema: StoreSchema,
  inUse: ReadonlySet<string>,
) {
  const before = known.definition.labels
  const definition = { schema, labels: assignLabels(before, schema) }
  const layout = compileLayout(schema, definition.labels)
  const had = new Set(labelsOf(compileLayout(known.definition.schema, before), before))
  const added = labelsOf(layout, definition.labels).filter((label) => !had.has(label))
  yield* refuseTaken(added, inUse)
  const revision = known.revision + 1
  const moved = yield* db.ask({
    transactionType: "write",
    query: `given $name: string, $before: integer, $revision: integer, $definition: string;
match $store isa ${OWN.store}, has ${OWN.storeName} == $name, has ${OWN.storeRevision} == $before;
update $store has ${OWN.storeRevision} == $revision, has ${OWN.storeDefinition} == $definition;
select $revision;`,
    givenRows: [
      {
        name: NAME,
        before: known.revision,
        revision,
        definition: JSON.stringify(definition),
      },
    ],
  })
  // Another opener has extended it meanwhile: look at what it made.
  if (moved.length === 0) return yield* new TypeDbFailure({ status: 400, codes: ["STC2"] })
  yield* define(db, layout)
  return { revision, layout }
})

/** May be done again, by anyone. */
const define = (db: TypeDb, layout: Layout): Effect.Effect<unknown, TypeDbFailure> =>
  db.ask({ transactionType: "schema", query: defineText(layout) })

const labelsOf = (layout: Layout, labels: Labels): ReadonlyArray<string> => [
  ...Object.values(OWN),
  ...Object.values(labels.types),
  ...Object.values(labels.attributes),
  ...[...layout.records.values()].filter(({ slotted }) => slotted).map(slotsLabel),
]
