/**
 * All of reminisce as promises, for hosts without Effect.
 *
 * @module
 */
import {
  Backup,
  type BackupInvalid,
  type BackupOptions,
  type BackupPlace,
  type BackupReport,
  type BeyondHorizon,
  type RestoreReport,
  type SecretInBackup,
  type StoreNotEmpty,
} from "@reminisce/backup"
import { Erasure } from "@reminisce/erasure"
import { Lifecycle } from "@reminisce/lifecycle"
import { Provenance } from "@reminisce/provenance"
import { Recall } from "@reminisce/recall-engine"
import { Invalid } from "@reminisce/schema"
import { type Owner, parseOwner, type StoreError } from "@reminisce/store"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { type Answer, toAnswer } from "./Answer.ts"
import { importRecords } from "./importRecords.ts"
import { layer, type ReminisceOptions, type ReminisceServices } from "./ReminisceLayer.ts"

/** The same operation as a promise; its owner may be written `agent:alice`. */
type Promised<F> = F extends (
  owner: Owner,
  ...rest: infer P
) => Effect.Effect<infer A, infer E, ReminisceServices>
  ? (owner: Owner | string, ...rest: P) => Promise<Answer<A, E | Invalid>>
  : never

/** The same for what is asked of a whole store. */
type PromisedWhole<F> = F extends (...asked: infer P) => Effect.Effect<infer A, infer E>
  ? (...asked: P) => Promise<Answer<A, E>>
  : never

/** Every operation of an erasure; see `Erasure` for each. For hosts alone: no model reaches them. */
interface PromisedErasure {
  readonly withdraw: PromisedWhole<Erasure["Service"]["withdraw"]>
  readonly purge: PromisedWhole<Erasure["Service"]["purge"]>
  readonly redact: Promised<Erasure["Service"]["redact"]>
  readonly preview: PromisedWhole<Erasure["Service"]["preview"]>
  readonly retain: PromisedWhole<Erasure["Service"]["retain"]>
  readonly previewRetention: PromisedWhole<Erasure["Service"]["previewRetention"]>
  readonly previewRedact: Promised<Erasure["Service"]["previewRedact"]>
  readonly subjectReport: PromisedWhole<Erasure["Service"]["subjectReport"]>
  readonly verifyErasure: PromisedWhole<Erasure["Service"]["verifyErasure"]>
}

type PromisedService<S> = { readonly [name in keyof S]: Promised<S[name]> }

/** Every operation of the write path, of recall and of provenance; see there for each. */
export interface Reminisce
  extends PromisedService<Lifecycle["Service"]>,
    PromisedService<Recall["Service"]>,
    PromisedService<Provenance["Service"]>,
    AsyncDisposable {
  /** Writes all owners to a new or empty directory: see `Backup`. */
  readonly backup: (
    directory: string,
    options?: Pick<BackupOptions, "marks" | "since">,
  ) => Promise<Answer<BackupReport, BackupInvalid | BackupPlace | BeyondHorizon | StoreError>>
  /** Brings a backup, or one with its increments in order, into this store, which must be empty: see `Backup`. */
  readonly restore: (
    directory: string | ReadonlyArray<string>,
    options?: { readonly onSecret?: "refuse" | "hold" },
  ) => Promise<
    Answer<RestoreReport, BackupInvalid | BackupPlace | SecretInBackup | StoreNotEmpty | StoreError>
  >
  /** Takes in a directory of memories, one a line: see `importRecords`. */
  readonly importRecords: Promised<typeof importRecords>
  readonly erasure: PromisedErasure
  /** Ends the store's connection. Nothing acknowledged waits for it. */
  readonly close: () => Promise<void>
}

/** Opens one file, made when absent. `:memory:` for a store that ends with `close`. */
export const open = async (
  options: ReminisceOptions,
): Promise<Answer<Reminisce, StoreError | Invalid>> => {
  const runtime = ManagedRuntime.make(
    layer(options).pipe(Layer.provideMerge(Layer.succeed(Logger.LogToStderr, true))),
  )
  const built = await Effect.runPromise(toAnswer(runtime.contextEffect))
  if (!built.ok) {
    await runtime.dispose()
    return built
  }
  const close = (): Promise<void> => runtime.dispose()
  const { backup, restore } = runtime.runSync(Effect.service(Backup))
  return {
    ok: true,
    value: {
      ...promised(runtime, Lifecycle),
      ...promised(runtime, Recall),
      ...promised(runtime, Provenance),
      backup: (directory, settings) => runtime.runPromise(toAnswer(backup(directory, settings))),
      restore: (directory, settings) => runtime.runPromise(toAnswer(restore(directory, settings))),
      importRecords: (owner, directory) =>
        runtime.runPromise(
          toAnswer(Effect.flatMap(toOwner(owner), (of) => importRecords(of, directory))),
        ),
      erasure: promisedErasure(runtime),
      close,
      [Symbol.asyncDispose]: close,
    },
  }
}

type Operation = (owner: Owner, ...rest: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>

/** Every operation of a service runs in the runtime and answers instead of failing. */
const promised = <I extends ReminisceServices, S extends object>(
  runtime: ManagedRuntime.ManagedRuntime<ReminisceServices, StoreError | Invalid>,
  service: Context.Key<I, S>,
): PromisedService<S> => {
  const operations = runtime.runSync(Effect.service(service)) as {
    readonly [name: string]: Operation
  }
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (owner: Owner | string, ...rest: ReadonlyArray<unknown>) =>
        runtime.runPromise(
          toAnswer(inTurn(Effect.flatMap(toOwner(owner), (of) => operation(of, ...rest)))),
        ),
    ]),
  ) as unknown as PromisedService<S>
}

const promisedErasure = (
  runtime: ManagedRuntime.ManagedRuntime<ReminisceServices, StoreError | Invalid>,
): PromisedErasure => {
  const erasure = runtime.runSync(Effect.service(Erasure))
  const answer = <A, E>(effect: Effect.Effect<A, E>): Promise<Answer<A, E>> =>
    runtime.runPromise(toAnswer(inTurn(effect)))
  return {
    withdraw: (...asked) => answer(erasure.withdraw(...asked)),
    purge: (...asked) => answer(erasure.purge(...asked)),
    redact: (owner, ...asked) =>
      answer(Effect.flatMap(toOwner(owner), (of) => erasure.redact(of, ...asked))),
    preview: (...asked) => answer(erasure.preview(...asked)),
    retain: (...asked) => answer(erasure.retain(...asked)),
    previewRetention: (...asked) => answer(erasure.previewRetention(...asked)),
    previewRedact: (owner, ...asked) =>
      answer(Effect.flatMap(toOwner(owner), (of) => erasure.previewRedact(of, ...asked))),
    subjectReport: (...asked) => answer(erasure.subjectReport(...asked)),
    verifyErasure: (...asked) => answer(erasure.verifyErasure(...asked)),
  }
}

/** Begins in a turn of its own, so that a host that awaits one after the other lets others have theirs. */
const inTurn = <A, E>(operation: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.andThen(Effect.yieldNow, operation)

const toOwner = (owner: Owner | string): Effect.Effect<Owner, Invalid> =>
  typeof owner !== "string"
    ? Effect.succeed(owner)
    : Option.match(parseOwner(owner), {
        onNone: () => Effect.fail(new Invalid({ field: "owner", rule: "kind:name" })),
        onSome: Effect.succeed,
      })
