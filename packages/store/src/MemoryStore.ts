/**
 * THE PORT. A store keeps each owner's records, links and pages; it is read through a `View` and
 * changed by a `Plan`, and every plan moves its owner from one sequence to the next. Adapters give
 * the few `StorePrimitives`; `make` derives the rest, the same for all of them.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { type DerivedPages, type Deriver, Derivers } from "./Deriver.ts"
import { Identifiers } from "./Identifiers.ts"
import { checkedView } from "./internal/checkedView.ts"
import { makeProposer } from "./internal/makeProposer.ts"
import { makeMemoryEngine } from "./internal/memoryEngine.ts"
import { spaceFault } from "./internal/questionFault.ts"
import { rememberingView } from "./internal/rememberingView.ts"
import type { MemoryPlace } from "./MemoryPlace.ts"
import { type Owner, ownerFault } from "./Owner.ts"
import type { FoundPages, PageSearch } from "./PageSearch.ts"
import type { Decision, Plan } from "./Plan.ts"
import { StoreAdmin } from "./StoreAdmin.ts"
import { Contended, OutcomeUnknown, QuestionRefused, StoreError } from "./StoreError.ts"
import type { StoreSchema } from "./StoreSchema.ts"
import type { EpochMillis } from "./Value.ts"
import type { View } from "./View.ts"

/** What a store can do beyond the common ground. The conformance suite tests each both present and absent. */
export interface StoreCapabilities {
  /** Pages are written in the same commit as the plan they follow from. Without it a store keeps no pages. */
  readonly transactionalPages: boolean
  /** `StoreAdmin.compact` leaves no byte of removed data in the store's files. */
  readonly physicalErasure: boolean
  /** A host may extend the schema of an existing store. */
  readonly hostTypes: boolean
  /** Data outlives the process. */
  readonly persistent: boolean
  /** Largest plan, in bytes as `planBytes` counts them; at least 1 MiB. */
  readonly maxPlanBytes: number
}

export interface MemoryStoreOptions {
  /** Changes to keep of each owner. Default: all. */
  readonly keepChanges?: number
  /** Several stores of one place are instances of one store. Default: a place of its own. */
  readonly place?: MemoryPlace
  /** Claims in place of its own, so that a caller's tests can meet a store that can do less. */
  readonly capabilities?: Partial<StoreCapabilities>
}

export class MemoryStore extends Context.Service<
  MemoryStore,
  {
    readonly capabilities: StoreCapabilities
    /**
     * All types the store holds: those it was opened with, and those that it has been extended by,
     * before or since. They are in force whoever opened it.
     */
    readonly schema: StoreSchema
    /**
     * Gives `f` one owner at one sequence; of an owner nobody wrote to, sequence 0. `f` waits on
     * nothing but its view, and may run again if the owner moved meanwhile.
     */
    readonly read: <A, E, R>(
      owner: Owner,
      f: (view: View) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StoreError, R>
    /**
     * Runs `decide` until its draft commits on the sequence it saw: atomic, and serial per owner.
     * `decide` waits on nothing but its view and may run several times. `at` is the plan's instant:
     * the clock's, but never before the owner's last. A decision without a draft changes nothing.
     */
    readonly update: <A, E, R>(
      owner: Owner,
      decide: (view: View, at: EpochMillis) => Effect.Effect<Decision<A>, E, R>,
    ) => Effect.Effect<A, E | StoreError, R>
    /** How the pages of its derivers are put off while very many plans of one owner are written, once an owner. */
    readonly derived: (owner: Owner) => DerivedPages
    /**
     * Begins to go through the pages of a space beside everything else; undefined where the store has no
     * such way, and views are to be asked. Ends with its scope. `QuestionRefused` for a space the schema
     * does not declare.
     */
    readonly searchPages: (
      owner: Owner,
      search: PageSearch,
    ) => Effect.Effect<FoundPages | undefined, StoreError, Scope.Scope>
  }
>()("@reminisce/store/MemoryStore") {
  /** Keeps everything in this process and forgets it with the layer. The oracle of the property tests. */
  static readonly layerMemory = (
    schema: StoreSchema,
    options: MemoryStoreOptions = {},
  ): Layer.Layer<MemoryStore | StoreAdmin> =>
    Layer.effectContext(
      Effect.gen(function* () {
        const engine = makeMemoryEngine(schema, options)
        const store = yield* make(engine.primitives)
        return Context.make(MemoryStore, store).pipe(Context.add(StoreAdmin, engine.admin))
      }),
    )
}

/**
 * One try at a commit. `Again`: the owner had moved or was held by another writer; nothing was
 * written. `Lost`: the plan was sent and no answer came, so that it may have been carried out or
 * still be; the port finds out by the plan's id.
 */
export type Attempt<A> =
  | { readonly _tag: "Committed"; readonly answer: A }
  | { readonly _tag: "Again" }
  | { readonly _tag: "Lost" }

export interface Proposal<A> {
  readonly answer: A
  /** Undefined: nothing to write. */
  readonly plan: Plan | undefined
}

/** What an adapter gives. Its views need to check nothing that they are asked, nor when. */
export interface StorePrimitives {
  readonly capabilities: StoreCapabilities
  /** Asked anew for every view and plan. */
  readonly schema: StoreSchema
  readonly read: MemoryStore["Service"]["read"]
  /** Gives `propose` a view once, then commits the plan it answers if the owner is still at its base. */
  readonly attempt: <A, E, R>(
    owner: Owner,
    propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
  ) => Effect.Effect<Attempt<A>, E | StoreError, R>
  /** How long `update` goes on trying, in milliseconds. */
  readonly deadlineMillis: number
  /** Left out where whatever the store does takes the time of this thread, or all of a server's. */
  readonly searchPages?: (
    owner: Owner,
    search: PageSearch,
  ) => Effect.Effect<FoundPages | undefined, never, Scope.Scope>
}

/** The first pause between tries, in milliseconds; it doubles up to the second figure, times a chance of 0.5 to 1. */
const PAUSE = { first: 2, most: 128 }

export const make = (primitives: StorePrimitives): Effect.Effect<MemoryStore["Service"]> =>
  Effect.map(Effect.service(Derivers), (derivers) => {
    const bulk = primitives.capabilities.transactionalPages
      ? derivers.flatMap((deriver) => deriver.bulk ?? [])
      : []
    const store = MemoryStore.of({
      capabilities: primitives.capabilities,
      get schema() {
        return primitives.schema
      },
      read: (owner, f) =>
        whenSound("read", owner, () =>
          primitives.read(owner, (view) => withinView(primitives, view, f)),
        ),
      update: (owner, decide) =>
        whenSound("update", owner, () => tryUntilDone(primitives, derivers, owner, decide)),
      derived: (owner) => {
        const gatherings = bulk.map(({ gather }) => gather(store, owner))
        return {
          postponing: bulk.flatMap(({ postponing }) => postponing),
          add: (created) =>
            Effect.forEach(gatherings, ({ add }) => add(created), { discard: true }),
          end: Effect.forEach(gatherings, ({ end }) => end, { discard: true }),
        }
      },
      searchPages: (owner, search) =>
        whenSound("searchPages", owner, () =>
          Effect.suspend(() => {
            const rule = spaceFault(primitives.schema, search.space)
            if (rule !== undefined) return refuse("searchPages", rule)
            return primitives.searchPages?.(owner, search) ?? Effect.succeed(undefined)
          }),
        ),
    })
    return store
  })

const whenSound = <A, E, R>(
  operation: string,
  owner: Owner,
  go: () => Effect.Effect<A, E, R>,
): Effect.Effect<A, E | StoreError, R> =>
  Effect.suspend((): Effect.Effect<A, E | StoreError, R> => {
    const rule = ownerFault(owner)
    return rule === undefined ? go() : refuse(operation, rule)
  })

const refuse = (operation: string, rule: string): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation, reason: new QuestionRefused({ rule }) }))

/** Runs `f` on a view that checks its questions, and that is of no use afterwards. */
const withinView = <A, E, R>(
  primitives: StorePrimitives,
  view: View,
  f: (view: View) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const checked = checkedView(primitives, view)
    return Effect.ensuring(f(checked.view), Effect.sync(checked.end))
  })

const tryUntilDone = Effect.fnUntraced(function* <A, E, R>(
  primitives: StorePrimitives,
  derivers: ReadonlyArray<Deriver>,
  owner: Owner,
  decide: (view: View, at: EpochMillis) => Effect.Effect<Decision<A>, E, R>,
): Effect.fn.Return<A, E | StoreError, R> {
  const start = yield* Clock.currentTimeMillis
  const { plan: planId } = yield* Identifiers
  const proposer = makeProposer({ store: primitives, derivers, decide, planId })
  const attempt = primitives.attempt(owner, (view) =>
    withinView(primitives, rememberingView(view), proposer.propose),
  )
  for (let attempts = 1, pause = PAUSE.first; ; attempts++) {
    // While a plan may still land, no later failure says what happened.
    const done: Attempt<A> = proposer.hasLost()
      ? yield* Effect.orElseSucceed(attempt, () => ({ _tag: "Again" as const }))
      : yield* attempt
    if (done._tag === "Committed") return done.answer
    if (done._tag === "Lost") proposer.lose()
    if ((yield* Clock.currentTimeMillis) - start > primitives.deadlineMillis) {
      const reason = proposer.hasLost() ? new OutcomeUnknown() : new Contended({ attempts })
      return yield* new StoreError({ operation: "update", reason })
    }
    yield* Effect.sleep(pause * (0.5 + (yield* Random.next) / 2))
    pause = Math.min(pause * 2, PAUSE.most)
  }
})
