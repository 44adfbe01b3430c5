/**
 * A store whose commits meet with what a test has in mind.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import {
  type Attempt,
  countingIdentifiers,
  Identifiers,
  MemoryStore,
  make,
  type Owner,
  type Proposal,
  StoreError,
  type StorePrimitives,
  Unavailable,
  type View,
} from "../../src/index.ts"
import { book } from "./libraryStore.ts"

/** A store that sends on what it is asked, but meets each commit with what `fate` says. */
export const faulty = (
  fate: (attempt: number) => "done" | "again" | "lost" | "dropped" | "unavailable",
) =>
  Effect.gen(function* () {
    const inner = yield* MemoryStore
    let attempts = 0
    const primitives: StorePrimitives = {
      schema: inner.schema,
      capabilities: inner.capabilities,
      deadlineMillis: 1_000,
      read: inner.read,
      attempt: <A, E, R>(of: Owner, propose: (view: View) => Effect.Effect<Proposal<A>, E, R>) =>
        Effect.suspend((): Effect.Effect<Attempt<A>, E | StoreError, R> => {
          const doom = fate(++attempts)
          if (doom === "again") return Effect.succeed({ _tag: "Again" } as const)
          if (doom === "unavailable") return Effect.fail(unavailable)
          let id = ""
          const committed = inner.update(of, (view) =>
            Effect.map(propose(view), (proposal) => {
              id = proposal.plan?.id ?? ""
              const isSent = proposal.plan !== undefined && doom !== "dropped"
              return { answer: proposal, ...(isSent ? { draft: proposal.plan } : {}) }
            }),
          )
          // The inner store would give the plan an id of its own.
          const identifiers = { ...countingIdentifiers(), plan: Effect.sync(() => id) }
          return Effect.map(
            Effect.provideService(committed, Identifiers, identifiers),
            ({ answer, plan }): Attempt<A> =>
              doom === "done" || plan === undefined
                ? { _tag: "Committed", answer }
                : { _tag: "Lost" },
          )
        }),
    }
    const store = yield* make(primitives)
    return { store, attempts: () => attempts }
  })

export const unavailable = new StoreError({
  operation: "update",
  reason: new Unavailable({ what: "the engine" }),
})

/** Makes one more book and answers how many there were. */
export const addOne = (view: View) =>
  Effect.map(view.slots("book"), (n) => ({
    answer: n,
    draft: { create: [book(`b${n}`)] },
  }))
