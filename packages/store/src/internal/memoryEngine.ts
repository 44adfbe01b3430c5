/**
 * The engine of the reference store: maps, filters and sorts, as plain as can be, because the other
 * stores are judged by it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { extendSchema } from "../extendSchema.ts"
import { type MemoryPlace, makeMemoryPlace } from "../MemoryPlace.ts"
import type { MemoryStoreOptions, StorePrimitives } from "../MemoryStore.ts"
import { formatOwner, type Owner } from "../Owner.ts"
import { runAtOnce } from "../runAtOnce.ts"
import { makeAdmin, type StoreAdmin } from "../StoreAdmin.ts"
import {
  QuestionRefused,
  SchemaMismatch,
  StoreError,
  type StoreErrorReason,
  Unfinished,
  Unsupported,
} from "../StoreError.ts"
import type { StoreSchema } from "../StoreSchema.ts"
import { compareText } from "../Value.ts"
import { applyPlan } from "./applyPlan.ts"
import { entriesOf, makeMemoryView } from "./memoryView.ts"
import { emptyState, type OwnerState } from "./OwnerState.ts"

export const makeMemoryEngine = (
  schema: StoreSchema,
  options: MemoryStoreOptions,
): { readonly primitives: StorePrimitives; readonly admin: StoreAdmin["Service"] } => {
  const place: MemoryPlace = options.place ?? makeMemoryPlace()
  const schemaNow = (): StoreSchema => place.schema ?? schema
  place.schema = extendSchema(schemaNow(), schema)
  const { owners } = place
  const keepChanges = options.keepChanges ?? Number.POSITIVE_INFINITY
  const stateOf = (owner: Owner): OwnerState => owners.get(formatOwner(owner)) ?? emptyState(owner)
  /** Tells this instance from others at the place. */
  const self = {}
  /** Why nobody of this instance is answered: another one's work is under way, or has changed the version. */
  const shutOut = (): StoreErrorReason | undefined => {
    const { work } = place
    if (work !== undefined && work.by !== self) return new Unfinished({ work: work.name })
    const { version } = schemaNow()
    return version === schema.version
      ? undefined
      : new SchemaMismatch({ stored: version, expected: schema.version })
  }
  const unlessMarked = <A, E, R>(operation: string, ask: () => Effect.Effect<A, E, R>) =>
    Effect.suspend((): Effect.Effect<A, E | StoreError, R> => {
      const reason = shutOut()
      return reason === undefined ? ask() : Effect.fail(new StoreError({ operation, reason }))
    })

  const primitives: StorePrimitives = {
    get schema() {
      return schemaNow()
    },
    deadlineMillis: 1_000,
    capabilities: {
      transactionalPages: true,
      physicalErasure: false,
      hostTypes: true,
      persistent: false,
      maxPlanBytes: 256 * 1024 * 1024,
      ...options.capabilities,
    },
    read: (owner, f) =>
      unlessMarked("read", () => runAtOnce(f(makeMemoryView(schemaNow(), stateOf(owner))))),
    attempt: (owner, propose) =>
      unlessMarked("update", () => {
        const state = stateOf(owner)
        return runAtOnce(
          propose(makeMemoryView(schemaNow(), state)),
          Exit.map(({ answer, plan }) => {
            if (plan !== undefined) {
              applyPlan(schemaNow(), state, plan, keepChanges)
              owners.set(formatOwner(owner), state)
            }
            return { _tag: "Committed" as const, answer }
          }),
        )
      }),
  }

  const admin = makeAdmin(schemaNow, {
    owners: ({ after, limit }) =>
      unlessMarked("owners", () => Effect.succeed(ownersAfter(owners, after).slice(0, limit))),
    ownersWith: (index, prefix, { after, limit }) =>
      unlessMarked("ownersWith", () =>
        Effect.succeed(
          ownersAfter(owners, after)
            .filter((owner) => entriesOf(schemaNow(), stateOf(owner), index, prefix).length > 0)
            .slice(0, limit),
        ),
      ),
    health: Effect.succeed({ engine: "memory", schemaVersion: schema.version, durable: false }),
    compact: () =>
      Effect.fail(
        new StoreError({
          operation: "compact",
          reason: new Unsupported({ capability: "physicalErasure" }),
        }),
      ),
    verify: Effect.succeed([]),
    begin: (name) =>
      unlessMarked("begin", () => {
        const refused =
          place.work !== undefined
            ? place.work.name !== name && new Unfinished({ work: place.work.name })
            : name === "restoring" && owners.size > 0 && new QuestionRefused({ rule: "not-empty" })
        if (refused) return Effect.fail(new StoreError({ operation: "begin", reason: refused }))
        place.work = { name, by: self }
        return Effect.void
      }),
    finish: ({ version } = {}) =>
      unlessMarked("finish", () => {
        place.work = undefined
        if (version !== undefined) place.schema = { ...schemaNow(), version }
        return Effect.void
      }),
  })
  return { primitives, admin }
}

const ownersAfter = (
  owners: ReadonlyMap<string, OwnerState>,
  after: Owner | undefined,
): ReadonlyArray<Owner> =>
  [...owners]
    .filter(([name]) => after === undefined || compareText(name, formatOwner(after)) > 0)
    .sort(([a], [b]) => compareText(a, b))
    .map(([, state]) => state.owner)
