/**
 * A store that relays to the reference, with one thing changed on the way: how an adapter with one
 * bug looks from above.
 *
 * @module
 */
import {
  type Attempt,
  countingIdentifiers,
  Derivers,
  Identifiers,
  MemoryStore,
  type MemoryStoreOptions,
  make,
  type Owner,
  type Plan,
  type Proposal,
  StoreAdmin,
  type StoreError,
  type StorePrimitives,
  type View,
} from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Opening, OpenStore } from "../../src/index.ts"

export interface Change {
  readonly options?: (opening: Opening) => MemoryStoreOptions
  readonly owner?: (owner: Owner) => Owner
  readonly view?: (view: View, opening: Opening) => View
  readonly plan?: (plan: Plan) => Plan
  readonly admin?: (admin: StoreAdmin["Service"]) => StoreAdmin["Service"]
  /** The reference has none. */
  readonly searchPages?: (
    relayed: StorePrimitives,
  ) => NonNullable<StorePrimitives["searchPages"]> | undefined
  /** In place of the whole attempt. */
  readonly attempt?: (relayed: StorePrimitives) => StorePrimitives["attempt"]
}

/** Each layer is built with a new change, so that what a change remembers is its instance's own. */
export const relay =
  (changeOf: (opening: Opening) => Change): OpenStore =>
  (opening) =>
    Layer.effectContext(
      Effect.gen(function* () {
        const change = changeOf(opening)
        const inner = yield* Layer.build(
          MemoryStore.layerMemory(opening.schema, {
            ...(opening.keepChanges === undefined ? {} : { keepChanges: opening.keepChanges }),
            ...change.options?.(opening),
          }).pipe(Layer.fresh, Layer.provide(Layer.succeed(Derivers, []))),
        )
        const primitives = relayed(Context.get(inner, MemoryStore), change, opening)
        const attempt = change.attempt?.(primitives) ?? primitives.attempt
        const searchPages = change.searchPages?.(primitives)
        const store = yield* make({
          ...primitives,
          ...(searchPages === undefined ? {} : { searchPages }),
          get schema() {
            return primitives.schema
          },
          attempt,
        })
        const admin = Context.get(inner, StoreAdmin)
        return Context.make(MemoryStore, store).pipe(
          Context.add(StoreAdmin, change.admin?.(admin) ?? admin),
        )
      }),
    )

const relayed = (
  inner: MemoryStore["Service"],
  { owner = (same) => same, view: seen = (same) => same, plan: sent = (same) => same }: Change,
  opening: Opening,
): StorePrimitives => ({
  capabilities: inner.capabilities,
  get schema() {
    return inner.schema
  },
  deadlineMillis: 1_000,
  read: (of, f) => inner.read(owner(of), (view) => f({ ...seen(view, opening), owner: of })),
  attempt: <A, E, R>(of: Owner, propose: (view: View) => Effect.Effect<Proposal<A>, E, R>) =>
    Effect.suspend((): Effect.Effect<Attempt<A>, E | StoreError, R> => {
      let id = ""
      const committed = inner.update(owner(of), (view) =>
        Effect.map(propose({ ...seen(view, opening), owner: of }), ({ answer, plan }) => {
          id = plan?.id ?? ""
          return { answer, ...(plan === undefined ? {} : { draft: sent(plan) }) }
        }),
      )
      // The reference would give the plan an id of its own.
      const identifiers = { ...countingIdentifiers(), plan: Effect.sync(() => id) }
      return Effect.map(Effect.provideService(committed, Identifiers, identifiers), (answer) => ({
        _tag: "Committed",
        answer,
      }))
    }),
})
