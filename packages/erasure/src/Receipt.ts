/**
 * The receipt of an erasure: what was reached and what was not, in numbers and fixed sentences. It
 * holds no erased word, and a digest over all of it tells whether it was altered.
 *
 * @module
 */
import { hash } from "node:crypto"
import type { EpochMillis } from "@reminisce/store"
import type { RetentionRules } from "./Retention.ts"

/** What was emptied or removed, by kind. */
export interface ErasureCounts {
  /** Memories that lost their words. */
  readonly memories: number
  /** Reasons of status changes and replacements. */
  readonly statusReasons: number
  /** Contradictions whose reason went. */
  readonly contradictions: number
  /** Associations, and versions of a persona, whose facets or reason went. */
  readonly groups: number
  /** Links from a memory to a source. */
  readonly citations: number
  /** Sources nobody else cites. */
  readonly sources: number
  /** Links from a memory to the person; a purge alone removes them. */
  readonly subjectLinks: number
  /** Records of earlier withdrawals; a purge alone removes them. */
  readonly withdrawals: number
}

export interface OwnerErasure extends ErasureCounts {
  /** `kind:name`. */
  readonly owner: string
}

/** What erasure leaves, by a fixed name; `docs/erasure.md` explains each. */
export type NotReached =
  /** Keys of memories outlive every erasure. */
  | { readonly what: "keys" }
  /** Memories that name the person and are not linked to them. */
  | { readonly what: "unlinked-memories" }
  /** Sources of erased memories that other memories cite. */
  | { readonly what: "shared-sources"; readonly count: number }
  /** Memories that rest on a redacted one or replace it, with what they say. */
  | { readonly what: "dependent-memories"; readonly keys: ReadonlyArray<string> }
  /** The host's reason in the record of the withdrawal, until a purge. */
  | { readonly what: "withdrawal-reason" }
  /** Backups the host has registered, each to be expired by it. */
  | { readonly what: "backup"; readonly name: string; readonly takenAt: EpochMillis }
  /** Backups nobody registered. */
  | { readonly what: "other-backups" }
  /** Logs, job arguments, caches and answers outside the store. */
  | { readonly what: "copies-outside" }
  /** Single words in the memory of running processes, until they end. */
  | { readonly what: "running-processes" }
  /** The store cannot rewrite its files: its engine frees the bytes when it does. */
  | { readonly what: "bytes-on-disk" }
  /** Index pages this engine keeps beside a store that keeps none, until its next recall. */
  | { readonly what: "index-beside" }

/**
 * `done`: the store's files were rewritten and hold no byte of it. `pending`: somebody else read
 * them all the time; `verifyErasure` completes it. `unsupported`: the store cannot.
 */
export type BytesErased = "done" | "pending" | "unsupported"

export interface Receipt {
  readonly format: 1
  readonly operation: "withdraw" | "purge" | "redact" | "retain"
  /** The person's pseudonym; absent for the redaction of one memory, and for what was over its time. */
  readonly subject?: string
  /** The key of the memory that was redacted, of the one owner; absent for all others. */
  readonly memory?: string
  /** What the withdrawal was limited to. */
  readonly only?: "affect" | "persona"
  /** What was over its time: days by kind and consent scope, counted back from `until`. */
  readonly retention?: RetentionRules & { readonly until: EpochMillis }
  readonly startedAt: EpochMillis
  readonly completedAt: EpochMillis
  /** By owner, in the order of their names. */
  readonly owners: ReadonlyArray<OwnerErasure>
  readonly total: ErasureCounts
  readonly notReached: ReadonlyArray<NotReached>
  readonly bytes: BytesErased
  /**
   * `destroyed`: the key to what was sealed of the person is gone, so that it can be read in no backup or
   * copy of the store. `none`: where the keys are kept there was none of theirs: destroyed before, never
   * made, or kept elsewhere. Absent where nothing is sealed.
   */
  readonly key?: "destroyed" | "none"
  /**
   * Read again afterwards: memories that are withdrawn, how many of them still had anything that should
   * be gone, and memories with words, which were written meanwhile.
   */
  readonly verification: {
    readonly memories: number
    readonly leftovers: number
    readonly withWords: number
  }
  /** SHA-256, in hexadecimal, over the canonical JSON of all the rest. */
  readonly digest: string
}

export const NO_COUNTS: ErasureCounts = {
  memories: 0,
  statusReasons: 0,
  contradictions: 0,
  groups: 0,
  citations: 0,
  sources: 0,
  subjectLinks: 0,
  withdrawals: 0,
}

export const addCounts = (a: ErasureCounts, b: ErasureCounts): ErasureCounts => ({
  memories: a.memories + b.memories,
  statusReasons: a.statusReasons + b.statusReasons,
  contradictions: a.contradictions + b.contradictions,
  groups: a.groups + b.groups,
  citations: a.citations + b.citations,
  sources: a.sources + b.sources,
  subjectLinks: a.subjectLinks + b.subjectLinks,
  withdrawals: a.withdrawals + b.withdrawals,
})

export const sealReceipt = (receipt: Omit<Receipt, "digest">): Receipt => ({
  ...receipt,
  digest: digestOf(receipt),
})

/** Whether the receipt is as it was issued. */
export const isReceiptIntact = ({ digest, ...rest }: Receipt): boolean => digest === digestOf(rest)

const digestOf = (receipt: Omit<Receipt, "digest">): string =>
  hash("sha256", canonicalJson(receipt), "hex")

/** Names of every object sorted, nothing between the parts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
