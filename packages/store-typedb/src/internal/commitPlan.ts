/**
 * Sends a plan and says what became of it.
 *
 * @module
 */
import {
  type Attributes,
  formatOwner,
  NotAStore,
  type Owner,
  type Plan,
  PlanTooLarge,
  type Ref,
  StoreError,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { type Layout, OWN } from "./Layout.ts"
import type { OwnerHead } from "./OwnerHead.ts"
import { planQueries } from "./planQueries.ts"
import type { Current } from "./planSteps.ts"
import type { TypeDb } from "./TypeDb.ts"
import { failAs, hasCode, isLost, isPassing, type TypeDbFailure } from "./TypeDbFailure.ts"
import type { TypeDbView } from "./TypeDbView.ts"

export interface CommitTarget {
  readonly db: TypeDb
  readonly layout: Layout
  readonly revision: number
  readonly keepChanges: number
  readonly maxRequestBytes: number
}

export type Outcome = "Committed" | "Again" | "Lost"

/** A key is taken, which the view the plan was checked on had free. */
const TAKEN = ["CNT9", "DVL9"]
/** The server could not read the request; ours are well-formed, so it was too large. */
const UNREADABLE = "HSR2"

export const commitPlan = (
  target: CommitTarget,
  owner: Owner,
  head: OwnerHead,
  reading: TypeDbView,
  plan: Plan,
): Effect.Effect<Outcome, StoreError> =>
  Effect.gen(function* (): Effect.fn.Return<Outcome, StoreError> {
    const read = yield* Effect.exit(readCurrent(target.layout, reading, plan))
    if (reading.hasMoved()) return "Again"
    const current = yield* read
    if (!head.exists && !(yield* makeOwner(target.db, owner, head))) return "Again"
    const isLong = plan.base + 1 - head.floor >= 2 * target.keepChanges
    const floor = isLong ? plan.base + 1 - target.keepChanges : head.floor
    const queries = planQueries(target, head, plan, current, floor)
    const sizes = queries.map((query) => Buffer.byteLength(JSON.stringify(query)))
    const bytes = Math.max(...sizes)
    if (bytes > target.maxRequestBytes) return yield* tooLarge(bytes, target.maxRequestBytes)
    const sent = yield* Effect.matchEffect(target.db.write(queries), {
      onSuccess: (isDone) => Effect.succeed<Outcome>(isDone ? "Committed" : "Again"),
      onFailure: (failure) => outcomeOf(failure, bytes),
    })
    if (sent === "Committed" && isLong) yield* dropChanges(target.db, head.owner, floor)
    return sent
  })

const outcomeOf = (failure: TypeDbFailure, bytes: number): Effect.Effect<Outcome, StoreError> => {
  if (isLost(failure) && failure.unsent !== true) return Effect.succeed("Lost")
  if (isPassing(failure)) return Effect.succeed("Again")
  if (hasCode(failure, UNREADABLE)) return tooLarge(bytes, bytes)
  return TAKEN.some((code) => hasCode(failure, code))
    ? Effect.fail(
        new StoreError({ operation: "update", reason: new NotAStore({ rule: "key-taken" }) }),
      )
    : failAs("update")(failure)
}

const tooLarge = (bytes: number, cap: number): Effect.Effect<never, StoreError> =>
  Effect.fail(new StoreError({ operation: "update", reason: new PlanTooLarge({ bytes, cap }) }))

/** What the records and links that the plan changes have now, at the plan's base. */
const readCurrent = (
  layout: Layout,
  { view }: TypeDbView,
  plan: Plan,
): Effect.Effect<Current, StoreError> =>
  Effect.gen(function* () {
    const found = new Map<string, Attributes>()
    const changed = Map.groupBy<string, Ref>([...plan.set, ...plan.unset], ({ type }) => type)
    for (const [type, refs] of changed) {
      const keys = refs.map(({ key }) => key)
      const ask = layout.records.has(type) ? view.get : view.getLinks
      for (const each of yield* ask(type, keys)) {
        if (each !== undefined) found.set(nameOf(each), each.attributes)
      }
    }
    return (ref) => found.get(nameOf(ref)) ?? {}
  })

const nameOf = ({ type, key }: Ref): string => `${type}\u0000${key}`

/** The head of an owner at sequence 0, before its first plan. False when others were quicker. */
const makeOwner = (db: TypeDb, owner: Owner, head: OwnerHead): Effect.Effect<boolean, StoreError> =>
  db
    .ask({
      transactionType: "write",
      query: `given $owner: string, $name: string;
insert $head isa ${OWN.owner}, has ${OWN.headKey} == $owner, has ${OWN.ownerKey} == $owner, has ${OWN.ownerName} == $name,
  has ${OWN.sequence} 0, has ${OWN.floor} 0;`,
      givenRows: [{ owner: head.owner, name: formatOwner(owner) }],
    })
    .pipe(
      Effect.as(true),
      Effect.catchTag("TypeDbFailure", (failure) =>
        isPassing(failure) || TAKEN.some((code) => hasCode(failure, code))
          ? Effect.succeed(false)
          : failAs("update")(failure),
      ),
    )

/** Behind the horizon nobody can ask for them; what is left now goes with the next ones. */
const dropChanges = (db: TypeDb, owner: string, floor: number): Effect.Effect<void> =>
  Effect.ignore(
    db.ask({
      transactionType: "write",
      query: `given $owner: string, $floor: integer;
match $change isa ${OWN.change}, has ${OWN.ownerKey} == $owner, has ${OWN.changeSequence} $sequence;
  $sequence <= $floor;
delete $change;`,
      givenRows: [{ owner, floor }],
    }),
  )
