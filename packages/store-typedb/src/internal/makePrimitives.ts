/**
 * What the port asks of an adapter, on TypeDB: a read is a series of requests that must all show one
 * sequence of the owner; an attempt reads so, decides, and sends its plan as one query.
 *
 * @module
 */
import {
  type Attempt,
  formatOwner,
  Moved,
  makeLines,
  NotAStore,
  type Owner,
  type Proposal,
  SchemaMismatch,
  type StoreCapabilities,
  StoreError,
  type StorePrimitives,
  type View,
} from "@reminisce/store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { commitPlan } from "./commitPlan.ts"
import { type Look, lookOf, lookQuestion } from "./OwnerHead.ts"
import type { Opened } from "./openStore.ts"
import type { TypeDb } from "./TypeDb.ts"
import { failAs, isPassing } from "./TypeDbFailure.ts"
import { makeTypeDbView } from "./TypeDbView.ts"
import { ownerKey } from "./thingKey.ts"

export interface PrimitivesConfig {
  readonly db: TypeDb
  /** The store as it is known now. */
  readonly now: () => Opened
  /** Looks at the store again. */
  readonly refresh: Effect.Effect<void, StoreError>
  readonly capabilities: StoreCapabilities
  readonly keepChanges: number
  readonly deadlineMillis: number
  /** Largest request the server takes, in bytes. */
  readonly maxRequestBytes: number
}

/** Pauses of a read whose owner moved while it read, in milliseconds: the first, and the longest. */
const PAUSE = { first: 2, most: 200 }

const AGAIN = { _tag: "Again" } as const

export const makePrimitives = (config: PrimitivesConfig): StorePrimitives => {
  const { db, now, deadlineMillis } = config
  // Writers of one owner in this process would only undo each other.
  const inLine = makeLines(deadlineMillis)

  const read: StorePrimitives["read"] = Effect.fnUntraced(function* (owner, f) {
    const start = yield* Clock.currentTimeMillis
    for (let pause = PAUSE.first; ; pause = Math.min(2 * pause, PAUSE.most)) {
      const { head } = yield* lookAt(config, "read", owner)
      const reading = makeTypeDbView(db, now().layout, owner, head)
      const exit = yield* Effect.exit(f(reading.view))
      if (!reading.hasMoved()) return yield* exit
      if ((yield* Clock.currentTimeMillis) - start > deadlineMillis)
        return yield* new StoreError({ operation: "read", reason: new Moved() })
      yield* Effect.sleep(pause * (yield* Random.next))
    }
  })

  const attempt: StorePrimitives["attempt"] = (owner, propose) =>
    inLine(formatOwner(owner), attemptOnce(config, owner, propose), Effect.succeed(AGAIN))

  return {
    get schema() {
      return now().layout.schema
    },
    capabilities: config.capabilities,
    deadlineMillis,
    read,
    attempt,
  }
}

/** Where the owner stands; in a store that was extended, after learning what was added. */
const lookAt = Effect.fnUntraced(function* (
  { db, now, refresh }: PrimitivesConfig,
  operation: string,
  owner: Owner,
): Effect.fn.Return<Look, StoreError> {
  for (;;) {
    const { layout, revision } = now()
    const key = ownerKey(owner)
    const answers = yield* Effect.catchTag(
      db.ask(lookQuestion(layout, key)),
      "TypeDbFailure",
      failAs(operation),
    )
    const look = lookOf(layout, key, answers)
    if (look === undefined)
      return yield* new StoreError({ operation, reason: new NotAStore({ rule: "store-missing" }) })
    const { version } = layout.schema
    if (look.version !== version) {
      const reason = new SchemaMismatch({ stored: look.version, expected: version })
      return yield* new StoreError({ operation, reason })
    }
    if (look.revision === revision) return look
    yield* refresh
  }
})

const attemptOnce = <A, E, R>(
  config: PrimitivesConfig,
  owner: Owner,
  propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
): Effect.Effect<Attempt<A>, E | StoreError, R> =>
  Effect.gen(function* () {
    const { head } = yield* lookAt(config, "update", owner)
    const opened = config.now()
    const reading = makeTypeDbView(config.db, opened.layout, owner, head)
    const exit = yield* Effect.exit(propose(reading.view))
    const failure = reading.failure()
    if (reading.hasMoved() || (failure !== undefined && isPassing(failure))) return AGAIN
    const { answer, plan } = yield* exit
    if (plan === undefined) return { _tag: "Committed", answer }
    const outcome = yield* Effect.uninterruptible(
      commitPlan({ ...config, ...opened }, owner, head, reading, plan),
    )
    return outcome === "Committed" ? { _tag: "Committed", answer } : { _tag: outcome }
  })
