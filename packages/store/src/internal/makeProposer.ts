/**
 * The part of an update that runs inside the adapter's view: decide, check, derive. It remembers the
 * plans whose answers were lost, and looks for them before it decides again.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Deriver } from "../Deriver.ts"
import type { Proposal, StoreCapabilities, StorePrimitives } from "../MemoryStore.ts"
import { type Decision, isEmptyDraft, joinDrafts, type Plan } from "../Plan.ts"
import { checkPlan } from "../PlanCheck.ts"
import { pageBytes, planBytes } from "../planBytes.ts"
import { PlanRefused, PlanTooLarge, StoreError, type StoreErrorReason } from "../StoreError.ts"
import type { StoreSchema } from "../StoreSchema.ts"
import type { EpochMillis } from "../Value.ts"
import type { View } from "../View.ts"
import { withoutPages } from "./checkedView.ts"
import { firstFault } from "./fault.ts"
import { pageFaults } from "./pageFaults.ts"
import { pauseIfLarge } from "./pauseIfLarge.ts"

interface Proposing<A, E, R> {
  readonly store: Pick<StorePrimitives, "schema" | "capabilities">
  readonly derivers: ReadonlyArray<Deriver>
  readonly decide: (view: View, at: EpochMillis) => Effect.Effect<Decision<A>, E, R>
  readonly planId: Effect.Effect<string>
}

interface Proposer<A, E, R> {
  readonly propose: (view: View) => Effect.Effect<Proposal<A>, E | StoreError, R>
  /** The answer to the last proposal's commit did not come. */
  readonly lose: () => void
  /** Whether a plan may have been carried out, or still be, without our knowing. */
  readonly hasLost: () => boolean
}

interface Sent<A> {
  readonly answer: A
  readonly base: number
  readonly id: string
}

export const makeProposer = <A, E, R>(proposing: Proposing<A, E, R>): Proposer<A, E, R> => {
  let last: Sent<A> | undefined
  // All of one base: as soon as the owner has moved from it, either one of them has moved it or
  // none of them ever will.
  let lost: ReadonlyArray<Sent<A>> = []

  const propose = (view: View) =>
    Effect.gen(function* () {
      const landed = yield* findLanded(view, lost)
      if (landed !== undefined) return { answer: landed.answer, plan: undefined }
      if (lost.some(({ base }) => base < view.sequence)) lost = []
      const proposal = yield* decideOnce(proposing, view)
      const { answer, plan } = proposal
      last = plan && { answer, base: plan.base, id: plan.id }
      return proposal
    })

  return {
    propose,
    hasLost: () => lost.length > 0,
    lose: () => {
      if (last !== undefined) lost = [...lost, last]
    },
  }
}

/** The one of the lost plans that the owner has moved by, if it has moved. */
const findLanded = <A>(
  view: View,
  lost: ReadonlyArray<Sent<A>>,
): Effect.Effect<Sent<A> | undefined, StoreError> => {
  const base = lost[0]?.base
  if (base === undefined || view.sequence <= base) return Effect.succeed(undefined)
  return Effect.map(view.changes(base, 1), ([next]) => lost.find(({ id }) => id === next?.planId))
}

const decideOnce = <A, E, R>(
  { store, derivers, decide, planId }: Proposing<A, E, R>,
  view: View,
): Effect.Effect<Proposal<A>, E | StoreError, R> =>
  Effect.gen(function* () {
    const { schema, capabilities } = store
    const now = yield* Clock.currentTimeMillis
    const at = Math.max(now, view.lastAt ?? now)
    const { answer, draft } = yield* decide(view, at)
    if (draft === undefined || isEmptyDraft(draft)) return { answer, plan: undefined }
    const asked: Plan = { ...joinDrafts(draft), base: view.sequence, id: yield* planId, at }
    const pause = pauseIfLarge(asked)
    yield* pause
    const bytes = planBytes(asked)
    yield* fits(capabilities, bytes)
    yield* pause
    const plan = yield* checkPlan(schema, view, asked)
    yield* pause
    if (!capabilities.transactionalPages) {
      return plan.pages.length > 0 ? yield* withoutPages("update") : { answer, plan }
    }
    const full = yield* derive(schema, derivers, view, plan)
    yield* pause
    if (full !== plan) {
      yield* fits(capabilities, bytes + pageBytes(full.pages) - pageBytes(plan.pages))
    }
    return { answer, plan: full }
  })

/** The plan with the pages of all derivers, which keep to their spaces and write no page that another writes. */
const derive = Effect.fnUntraced(function* (
  schema: StoreSchema,
  derivers: ReadonlyArray<Deriver>,
  view: View,
  plan: Plan,
) {
  const pages = [...plan.pages]
  for (const deriver of derivers) {
    for (const page of yield* deriver.derive(view, plan)) {
      if (!deriver.spaces.includes(page.space)) {
        return yield* refuse(new PlanRefused({ rule: "foreign-space", type: page.space }))
      }
      pages.push(page)
    }
  }
  // The plan's own have been checked with it.
  if (pages.length === plan.pages.length) return plan
  const fault = yield* firstFault(pageFaults(schema, pages))
  if (fault !== undefined) return yield* refuse(fault)
  return { ...plan, pages }
})

const fits = (
  { maxPlanBytes: cap }: StoreCapabilities,
  bytes: number,
): Effect.Effect<void, StoreError> =>
  bytes > cap ? refuse(new PlanTooLarge({ bytes, cap })) : Effect.void

const refuse = (reason: StoreErrorReason): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation: "update", reason }))
