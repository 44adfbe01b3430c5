/**
 * What the port asks of an adapter, on PostgreSQL: a read is one repeatable-read transaction; an
 * attempt locks its owner, decides, and sends all writes and the commit in one round trip.
 *
 * @module
 */
import {
  type Attempt,
  formatOwner,
  makeLines,
  type Owner,
  type Plan,
  type Proposal,
  type StoreCapabilities,
  type StoreError,
  type StorePrimitives,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import {
  EngineFailure,
  failAs,
  isAftermath,
  isLost,
  isPassing,
  isSameBase,
} from "./EngineFailure.ts"
import { makeView } from "./makeView.ts"
import { headOf, insertHead, lockHead, newHead, type OwnerHead, selectHead } from "./OwnerHead.ts"
import { checkStore, type Opened, selectStore } from "./openStore.ts"
import { ownerId } from "./ownerId.ts"
import { planStatements } from "./planStatements.ts"
import type { Session, Sessions } from "./Sessions.ts"

export interface PrimitivesConfig {
  readonly sessions: Sessions
  /** The store as it is known now. */
  readonly now: () => Opened
  /** Looks at the store again. */
  readonly refresh: Effect.Effect<void, StoreError>
  readonly capabilities: StoreCapabilities
  readonly keepChanges: number
  readonly deadlineMillis: number
}

/** Tries of a read whose session is lost before it has ended. */
const READ_TRIES = 3

const AGAIN = { _tag: "Again" } as const
const LOST = { _tag: "Lost" } as const
/** Another process has extended the store; nothing was read or written. */
const EXTENDED = { _tag: "Extended" } as const

export const makePrimitives = (config: PrimitivesConfig): StorePrimitives => {
  const { sessions, now, refresh, deadlineMillis } = config
  // Writers of one owner in this process wait here, and not each on a session of its own.
  const inLine = makeLines(deadlineMillis)

  const read: StorePrimitives["read"] = Effect.fnUntraced(function* (owner, f) {
    for (let tries = 1; ; tries++) {
      const { exit, failure } = yield* sessions.use("read", (session) =>
        Effect.map(Effect.exit(readOnce(now(), session, owner, f)), (ended) => ({
          exit: ended,
          failure: session.failure(),
        })),
      )
      const isCut = Exit.isFailure(exit) && failure !== undefined && isLost(failure)
      if (isCut && tries < READ_TRIES) continue
      const done = yield* exit
      if (done._tag === "Read") return done.answer
      yield* refresh
    }
  })

  const attempt: StorePrimitives["attempt"] = Effect.fnUntraced(function* (owner, propose) {
    const done = yield* inLine(
      formatOwner(owner),
      sessions.use("update", (session) => attemptOnce(config, session, owner, propose)),
      Effect.succeed(AGAIN),
    )
    if (done._tag !== "Extended") return done
    yield* refresh
    return AGAIN
  })

  return {
    get schema() {
      return now().schema
    },
    capabilities: config.capabilities,
    deadlineMillis,
    read,
    attempt,
  }
}

type Read<A> = { readonly _tag: "Read"; readonly answer: A } | typeof EXTENDED

const readOnce = <A, E, R>(
  { layout, revision, ...opened }: Opened,
  session: Session,
  owner: Owner,
  f: (view: View) => Effect.Effect<A, E, R>,
): Effect.Effect<Read<A>, E | StoreError, R> =>
  Effect.gen(function* () {
    const id = ownerId(owner)
    const [, head, store] = yield* Effect.catchTag(
      session.ask(
        { text: "begin isolation level repeatable read read only" },
        selectHead(layout, id),
        selectStore(layout),
      ),
      "EngineFailure",
      failAs("read"),
    )
    if ((yield* checkStore("read", opened, store)) !== revision) return EXTENDED
    const view = makeView(layout, session, owner, headOf(id, head) ?? newHead(id))
    return { _tag: "Read", answer: yield* f(view) }
  })

const attemptOnce = <A, E, R>(
  config: PrimitivesConfig,
  session: Session,
  owner: Owner,
  propose: (view: View) => Effect.Effect<Proposal<A>, E, R>,
): Effect.Effect<Attempt<A> | typeof EXTENDED, E | StoreError, R> =>
  Effect.gen(function* () {
    const opened = config.now()
    const exit = yield* Effect.exit(
      Effect.gen(function* () {
        const head = yield* Effect.catchTag(
          lockOwner(opened, session, owner),
          "EngineFailure",
          failAs("update"),
        )
        if (head.revision !== opened.revision) return EXTENDED
        const view = makeView(opened.layout, session, owner, head)
        return { _tag: "Decided" as const, head, proposal: yield* propose(view) }
      }),
    )
    const failure = session.failure()
    if (failure !== undefined && isPassing(failure)) return AGAIN
    const decided = yield* exit
    if (decided._tag === "Extended") return EXTENDED
    const { answer, plan } = decided.proposal
    if (plan === undefined) return { _tag: "Committed" as const, answer }
    return yield* Effect.uninterruptible(
      commit({ ...config, ...opened }, session, decided.head, plan, answer),
    )
  })

/**
 * Takes the owner's lock and reads where it stands. What else is read comes in later statements: one
 * that waits for a lock shows everything but the locked row as it was before the wait.
 */
const lockOwner = Effect.fnUntraced(function* (
  { layout, ...opened }: Opened,
  session: Session,
  owner: Owner,
): Effect.fn.Return<OwnerHead & { readonly revision: number }, StoreError | EngineFailure> {
  const id = ownerId(owner)
  const [, found, store] = yield* session.ask(
    { text: "begin" },
    lockHead(layout, id),
    selectStore(layout),
  )
  const revision = yield* checkStore("update", opened, store)
  const known = headOf(id, found)
  if (known !== undefined) return { ...known, revision }
  const [, made] = yield* session.ask(
    insertHead(layout, id, formatOwner(owner)),
    lockHead(layout, id),
  )
  return { ...(headOf(id, made) ?? newHead(id)), revision }
})

const commit = <A>(
  target: Parameters<typeof planStatements>[0],
  session: Session,
  head: OwnerHead,
  plan: Plan,
  answer: A,
): Effect.Effect<Attempt<A>, StoreError> =>
  Effect.gen(function* () {
    const statements = planStatements(target, head, plan)
    const outcomes = yield* session.send([...statements, { text: "commit" }])
    const last = outcomes.at(-1)
    // A transaction that failed answers its commit too, with ROLLBACK.
    if (last !== undefined && !isFailure(last) && last.command === "COMMIT") {
      return { _tag: "Committed", answer }
    }
    const failure = outcomes.filter(isFailure).find((each) => !isAftermath(each))
    // All was sent at once: where the session broke, the commit may have been carried out unseen.
    if (failure !== undefined && isLost(failure)) return LOST
    if (failure === undefined || isPassing(failure) || isSameBase(failure)) return AGAIN
    return yield* failAs("update")(failure)
  })

const isFailure = (outcome: unknown): outcome is EngineFailure => outcome instanceof EngineFailure
