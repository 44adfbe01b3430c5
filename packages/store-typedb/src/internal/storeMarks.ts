/**
 * Marks on the whole store while work on it is under way. Whoever has it open meets another revision at
 * the next question, looks again, and is refused.
 *
 * @module
 */
import { NotAStore, QuestionRefused, StoreError, type StoreWork } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { OWN } from "./Layout.ts"
import { checkLayout, type KnownStore, layoutDuring, NAME, readStore } from "./openStore.ts"
import type { TypeDb } from "./TypeDb.ts"
import { failAs, isPassing, type TypeDbFailure } from "./TypeDbFailure.ts"

/** How often it is tried while others change the store's own entity. */
const TRIES = 8

/** Answers the store's revision from then on. */
export const beginWork = (
  db: TypeDb,
  work: StoreWork,
  during: StoreWork | undefined,
): Effect.Effect<number, StoreError> =>
  changeStore(db, "begin", (known) =>
    Effect.gen(function* () {
      yield* checkLayout("begin", known.layout, during ?? work)
      const isNew = known.layout === layoutDuring(undefined)
      if (isNew && work === "restoring" && (yield* hasOwner(db))) return yield* refuseOwners
      const revision = yield* replaceStore(db, known, { ...known, layout: layoutDuring(work) })
      // A first plan may have been under way, which met the store before the mark.
      if (revision !== undefined && isNew && work === "restoring" && (yield* hasOwner(db))) {
        const marked = { ...known, revision, layout: layoutDuring(work) }
        yield* replaceStore(db, marked, { ...marked, layout: known.layout })
        return yield* refuseOwners
      }
      return revision
    }),
  )

/** Answers the store's revision from then on. With `version` the store is of that one. */
export const finishWork = (
  db: TypeDb,
  during: StoreWork | undefined,
  version: number | undefined,
): Effect.Effect<number, StoreError> =>
  changeStore(db, "finish", (known) =>
    Effect.gen(function* () {
      yield* checkLayout("finish", known.layout, during)
      const { definition } = known
      const next = version ?? known.version
      return yield* replaceStore(db, known, {
        ...known,
        layout: layoutDuring(undefined),
        version: next,
        definition: { ...definition, schema: { ...definition.schema, version: next } },
      })
    }),
  )

const refuseOwners = Effect.fail(
  new StoreError({ operation: "begin", reason: new QuestionRefused({ rule: "not-empty" }) }),
)

const hasOwner = (db: TypeDb): Effect.Effect<boolean, TypeDbFailure> =>
  Effect.map(
    db.ask({
      transactionType: "read",
      query: `match $head isa ${OWN.owner}, has ${OWN.ownerName} $name, has ${OWN.sequence} > 0;
limit 1; fetch { "name": $name };`,
    }),
    (found) => found.length > 0,
  )

/** Until a change has gone through that answers the new revision. */
const changeStore = (
  db: TypeDb,
  operation: string,
  change: (known: KnownStore) => Effect.Effect<number | undefined, StoreError | TypeDbFailure>,
): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    for (let tries = 1; ; tries++) {
      const known = yield* readStore(db)
      if (known === undefined) {
        const reason = new NotAStore({ rule: "store-missing" })
        return yield* new StoreError({ operation, reason })
      }
      const changed = yield* change(known).pipe(
        Effect.catchIf(
          (error) => error._tag === "TypeDbFailure" && isPassing(error) && tries < TRIES,
          () => Effect.succeed(undefined),
        ),
      )
      if (changed !== undefined) return changed
      yield* Effect.sleep(10 * 2 ** Math.min(tries, 6))
    }
  }).pipe(Effect.catchTag("TypeDbFailure", failAs(operation)))

/** Undefined where another process has changed it meanwhile. */
const replaceStore = (
  db: TypeDb,
  known: KnownStore,
  next: KnownStore,
): Effect.Effect<number | undefined, TypeDbFailure> => {
  const revision = known.revision + 1
  return Effect.map(
    db.ask({
      transactionType: "write",
      query: `given $name: string, $before: integer, $revision: integer, $layout: integer, $version: integer, $definition: string;
match $store isa ${OWN.store}, has ${OWN.storeName} == $name, has ${OWN.storeRevision} == $before;
update $store has ${OWN.storeRevision} == $revision, has ${OWN.storeLayout} == $layout,
  has ${OWN.storeVersion} == $version, has ${OWN.storeDefinition} == $definition;
select $revision;`,
      givenRows: [
        {
          name: NAME,
          before: known.revision,
          revision,
          layout: next.layout,
          version: next.version,
          definition: JSON.stringify(next.definition),
        },
      ],
    }),
    (moved) => (moved.length === 0 ? undefined : revision),
  )
}
