/**
 * What concerns the whole store.
 *
 * @module
 */
import {
  formatOwner,
  makeAdmin,
  NotAStore,
  type Owner,
  parseOwner,
  SchemaMismatch,
  type StoreAdmin,
  StoreError,
  type StoreErrorReason,
  type StoreWork,
  Unsupported,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeVariables, matchEntries, prefixConditions } from "./entryQuestion.ts"
import type { OneShot } from "./GivenRowsDriver.ts"
import { OWN } from "./Layout.ts"
import { checkLayout, type KnownStore, type Opened, readStore } from "./openStore.ts"
import { textLimit } from "./ownerQuestion.ts"
import { beginWork, finishWork } from "./storeMarks.ts"
import type { TypeDb } from "./TypeDb.ts"
import { failAs } from "./TypeDbFailure.ts"

export const makeTypeDbAdmin = (
  db: TypeDb,
  /** What the server calls itself, with its version. */
  engine: string,
  /** The store as it is known now. */
  now: () => Opened,
  /** To be told of work on the whole store that this process begins or ends, and of the revision since. */
  work: (during: StoreWork | undefined, revision: number) => void,
): StoreAdmin["Service"] => {
  /** Asks, then looks whether the store is still as this process knows it, and no work shuts it out. */
  const askOurs = (
    operation: string,
    question: OneShot,
  ): Effect.Effect<ReadonlyArray<unknown>, StoreError> =>
    Effect.gen(function* () {
      const answers = yield* db.ask(question)
      const known = yield* readStore(db)
      yield* checkKnown(operation, known, now())
      return answers
    }).pipe(Effect.catchTag("TypeDbFailure", failAs(operation)))
  const checked = (): StoreAdmin["Service"] => makeAdmin(now().layout.schema, admin)
  const admin: StoreAdmin["Service"] = {
    owners: ({ after, limit }) =>
      Effect.map(
        askOurs("owners", {
          transactionType: "read",
          query: `given $after: string;
match ${WRITTEN_OWNERS} $name > $after;
sort $name; limit ${textLimit(limit)}; fetch { "name": $name };`,
          givenRows: [{ after: nameOrFirst(after) }],
        }),
        (answers) => ownersOf(answers, limit),
      ),
    ownersWith: (name, prefix, { after, limit }) => {
      const path = now().layout.indexes.get(name)
      if (path === undefined) return Effect.succeed([])
      const variables = makeVariables()
      const conditions = prefixConditions(path, prefix, variables)
      const { given, rows } = variables.row()
      const declared = Object.entries(given).map(([variable, type]) => `, $${variable}: ${type}`)
      return Effect.map(
        askOurs("ownersWith", {
          transactionType: "read",
          query: `given $after: string${declared.join("")};
match ${WRITTEN_OWNERS} $name > $after; $head has ${OWN.ownerKey} $owner;
${matchEntries(path, "$owner")} ${conditions.join(" ")}
select $name; distinct; sort $name; limit ${textLimit(limit)}; fetch { "name": $name };`,
          givenRows: rows.map((row) => ({ after: nameOrFirst(after), ...row })),
        }),
        (answers) => ownersOf(answers, limit),
      )
    },
    health: Effect.sync(() => ({
      engine,
      schemaVersion: now().layout.schema.version,
      // A commit waits for the log to be on disk; there is no setting to say otherwise.
      durable: true,
    })),
    compact: () => cannot("compact", "physicalErasure"),
    verify: cannot("verify", "verify"),
    begin: (name) =>
      Effect.map(beginWork(db, name, now().during), (revision) => work(name, revision)),
    finish: ({ version } = {}) =>
      Effect.map(finishWork(db, now().during, version), (revision) => work(undefined, revision)),
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

const checkKnown = (
  operation: string,
  known: KnownStore | undefined,
  { layout: { schema }, during }: Opened,
): Effect.Effect<void, StoreError> => {
  const refuse = (reason: StoreErrorReason) => Effect.fail(new StoreError({ operation, reason }))
  if (known === undefined) return refuse(new NotAStore({ rule: "store-missing" }))
  const { layout, version } = known
  return Effect.andThen(
    checkLayout(operation, layout, during),
    version === schema.version
      ? Effect.void
      : refuse(new SchemaMismatch({ stored: version, expected: schema.version })),
  )
}

const cannot = (operation: string, capability: string): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation, reason: new Unsupported({ capability }) }))

/** Those with a plan: a first writer that was stopped halfway leaves an owner at 0. */
const WRITTEN_OWNERS = `$head isa ${OWN.owner}, has ${OWN.ownerName} $name, has ${OWN.sequence} > 0;`

/** No owner's name is empty, so all of them are behind the empty text. */
const nameOrFirst = (after: Owner | undefined): string =>
  after === undefined ? "" : formatOwner(after)

const ownersOf = (answers: ReadonlyArray<unknown>, limit: number): ReadonlyArray<Owner> =>
  answers
    .slice(0, limit)
    .flatMap((each) =>
      Option.toArray(parseOwner(String((each as { readonly name: unknown }).name))),
    )
