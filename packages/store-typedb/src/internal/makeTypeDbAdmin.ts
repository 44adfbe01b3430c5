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
  type StoreAdmin,
  StoreError,
  type StoreWork,
  Unsupported,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeVariables, matchEntries, prefixConditions } from "./entryQuestion.ts"
import { OWN } from "./Layout.ts"
import type { Opened } from "./openStore.ts"
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
  const checked = (): StoreAdmin["Service"] => makeAdmin(now().layout.schema, admin)
  const admin: StoreAdmin["Service"] = {
    owners: ({ after, limit }) =>
      Effect.map(
        db.ask({
          transactionType: "read",
          query: `given $after: string;
match ${WRITTEN_OWNERS} $name > $after;
sort $name; limit ${textLimit(limit)}; fetch { "name": $name };`,
          givenRows: [{ after: nameOrFirst(after) }],
        }),
        (answers) => ownersOf(answers, limit),
      ).pipe(Effect.catchTag("TypeDbFailure", failAs("owners"))),
    ownersWith: (name, prefix, { after, limit }) => {
      const path = now().layout.indexes.get(name)
      if (path === undefined) return Effect.succeed([])
      const variables = makeVariables()
      const conditions = prefixConditions(path, prefix, variables)
      const { given, rows } = variables.row()
      const declared = Object.entries(given).map(([variable, type]) => `, $${variable}: ${type}`)
      return Effect.map(
        db.ask({
          transactionType: "read",
          query: `given $after: string${declared.join("")};
match ${WRITTEN_OWNERS} $name > $after; $head has ${OWN.ownerKey} $owner;
${matchEntries(path, "$owner")} ${conditions.join(" ")}
select $name; distinct; sort $name; limit ${textLimit(limit)}; fetch { "name": $name };`,
          givenRows: rows.map((row) => ({ after: nameOrFirst(after), ...row })),
        }),
        (answers) => ownersOf(answers, limit),
      ).pipe(Effect.catchTag("TypeDbFailure", failAs("ownersWith")))
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
