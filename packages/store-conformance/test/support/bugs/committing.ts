/**
 * Wrong ways to commit a plan.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { Change } from "../relay.ts"

/** Decides on one state and commits on whatever is there later. */
export const heedless = (): Change => ({
  attempt: (relayed) => (owner, propose) =>
    Effect.gen(function* () {
      const proposal = yield* relayed.read(owner, propose)
      yield* Effect.yieldNow
      return yield* relayed.attempt(owner, () => Effect.succeed(proposal))
    }),
})

/** Commits what is new first and the rest afterwards. */
export const inHalves = (): Change => ({
  attempt: (relayed) => (owner, propose) =>
    Effect.gen(function* () {
      const proposal = yield* relayed.read(owner, propose)
      const { plan, answer } = proposal
      if (plan === undefined || plan.create.length === 0)
        return yield* relayed.attempt(owner, () => Effect.succeed(proposal))
      const nothing = { set: [], unset: [], drop: [], link: [], unlink: [], pages: [] }
      const first = { answer, plan: { ...plan, ...nothing } }
      yield* relayed.attempt(owner, () => Effect.succeed(first))
      yield* Effect.yieldNow
      const rest = { answer, plan: { ...plan, create: [] } }
      return yield* relayed.attempt(owner, () => Effect.succeed(rest))
    }),
})

/** Commits the first change by itself and the others afterwards. */
export const oneByOne = (): Change => ({
  attempt: (relayed) => (owner, propose) =>
    Effect.gen(function* () {
      const proposal = yield* relayed.read(owner, propose)
      const { plan, answer } = proposal
      const [first, ...rest] = plan?.set ?? []
      if (plan === undefined || first === undefined)
        return yield* relayed.attempt(owner, () => Effect.succeed(proposal))
      const one = { answer, plan: { ...plan, set: [first] } }
      yield* relayed.attempt(owner, () => Effect.succeed(one))
      yield* Effect.yieldNow
      const nothing = { create: [], unset: [], drop: [], link: [], unlink: [], pages: [] }
      const others = { answer, plan: { ...plan, ...nothing, set: rest } }
      return yield* relayed.attempt(owner, () => Effect.succeed(others))
    }),
})
