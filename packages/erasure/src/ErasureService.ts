/**
 * The operations of erasure, and what each can be refused with. All of them are the host's: none is
 * reachable by a model, nor through a server bound to one owner.
 *
 * @module
 */
import type { SecretRefused } from "@reminisce/guard"
import type { Held, Invalid, NotFound, TooLarge } from "@reminisce/schema"
import type { Owner, StoreError } from "@reminisce/store"
import type * as Effect from "effect/Effect"
import type { EraseOptions, PurgeOptions, WithdrawOptions } from "./EraseOptions.ts"
import type { KeepRequired, PurgeConflict, WithdrawalIncomplete } from "./ErasureError.ts"
import type { ErasureCounts, Receipt } from "./Receipt.ts"
import type { RetainOptions } from "./Retention.ts"
import type { SubjectReport } from "./SubjectReport.ts"
import type { Verification } from "./Verification.ts"

/** The host's reason looks like a credential. `Held`: only to the rules whose finds a reviewer may wave through, with `by`. */
type GuardRefusal = SecretRefused | Held

export type EraseRefusal = Invalid | TooLarge | NotFound | KeepRequired | StoreError

/** What an erasure would reach, and what it has reached. */
export interface ErasurePreview {
  readonly owner: string
  /** Memories that still have their words. */
  readonly memories: number
}

/** What a redaction would take, and what it would leave. */
export interface RedactPreview {
  readonly counts: ErasureCounts
  /** Sources that would stay because others cite them. */
  readonly sharedSources: number
  /** Keys of memories that rest on it or replaced it, each of which may hold its words; the first 1,000. */
  readonly dependents: ReadonlyArray<string>
}

export interface ErasureService {
  /**
   * Takes a person's words out of the memories of all owners, as a series of transactions that can be
   * interrupted and repeated. `reason` is kept until a purge, is guarded, and must not quote the person.
   * Repeating a completed withdrawal reaches nothing and succeeds. `NotFound`: no owner knows the person.
   */
  readonly withdraw: (
    subject: string,
    reason: string,
    options?: WithdrawOptions,
  ) => Effect.Effect<Receipt, EraseRefusal | GuardRefusal | WithdrawalIncomplete>
  /**
   * Withdraws, then removes the person's record, every link to it and the records of withdrawals: for
   * each owner whole or not at all. Without `confirm: true` it is `Invalid` on `confirm`.
   */
  readonly purge: (
    subject: string,
    options: PurgeOptions,
  ) => Effect.Effect<Receipt, EraseRefusal | GuardRefusal | WithdrawalIncomplete | PurgeConflict>
  /**
   * Empties, of every owner, what was recorded longer ago than `ErasureOptions` allows: affects about
   * people, and memories on the consent scopes it names; nothing else is ever erased by age. For the
   * host to call, once a day say. `Invalid`: it allows everything for ever, or `until` is in the future.
   */
  readonly retain: (
    options?: RetainOptions,
  ) => Effect.Effect<
    Receipt,
    Invalid | TooLarge | KeepRequired | StoreError | GuardRefusal | WithdrawalIncomplete
  >
  /** How many memories of each owner `retain` would empty; owners without any are left out. Changes nothing. */
  readonly previewRetention: (
    options?: Pick<RetainOptions, "until">,
  ) => Effect.Effect<ReadonlyArray<ErasurePreview>, Invalid | TooLarge | KeepRequired | StoreError>
  /** Empties one memory, such as one holding a pasted secret. Repeating it reaches nothing and succeeds. */
  readonly redact: (
    owner: Owner,
    key: string,
    reason: string,
    options?: EraseOptions,
  ) => Effect.Effect<Receipt, EraseRefusal | GuardRefusal>
  /** How many memories of each owner a withdrawal would empty. Changes nothing. */
  readonly preview: (
    subject: string,
    options?: Pick<WithdrawOptions, "only">,
  ) => Effect.Effect<ReadonlyArray<ErasurePreview>, EraseRefusal>
  /** What `redact` would take of one memory. Changes nothing. */
  readonly previewRedact: (owner: Owner, key: string) => Effect.Effect<RedactPreview, EraseRefusal>
  /** All that is held about a person, over all owners. */
  readonly subjectReport: (subject: string) => Effect.Effect<SubjectReport, EraseRefusal>
  /**
   * Checks at any time what an erasure has left: memories, records and index pages, and, where `words`
   * are given, every text of every owner. Completes what is pending of the files. Names no owner's words.
   */
  readonly verifyErasure: (
    subject: string,
    words?: ReadonlyArray<string>,
    options?: Pick<EraseOptions, "waitMillis">,
  ) => Effect.Effect<Verification, EraseRefusal>
}
