/**
 * Puts a receipt together from what an erasure did.
 *
 * @module
 */
import { type EpochMillis, formatOwner } from "@reminisce/store"
import { type RegisteredBackup, toMillis } from "../EraseOptions.ts"
import {
  addCounts,
  type BytesErased,
  NO_COUNTS,
  type NotReached,
  type Receipt,
  sealReceipt,
} from "../Receipt.ts"
import type { CheckedErasure } from "./checkErased.ts"
import type { ErasedOwner } from "./ErasureTools.ts"

export interface Done {
  readonly operation: Receipt["operation"]
  readonly subject?: string
  readonly memory?: string
  readonly only?: "affect" | "persona" | undefined
  readonly retention?: Receipt["retention"]
  readonly startedAt: EpochMillis
  readonly completedAt: EpochMillis
  readonly owners: ReadonlyArray<ErasedOwner>
  readonly dependents?: ReadonlyArray<string>
  readonly backups: ReadonlyArray<RegisteredBackup>
  readonly bytes: BytesErased
  readonly key?: Receipt["key"] | undefined
  /** Whether the store keeps the index in its own commits. */
  readonly hasPages: boolean
  readonly verification: CheckedErasure
}

export const issueReceipt = (done: Done): Receipt =>
  sealReceipt({
    format: 1,
    operation: done.operation,
    ...(done.subject === undefined ? {} : { subject: done.subject }),
    ...(done.memory === undefined ? {} : { memory: done.memory }),
    ...(done.only === undefined ? {} : { only: done.only }),
    ...(done.retention === undefined ? {} : { retention: done.retention }),
    startedAt: done.startedAt,
    completedAt: done.completedAt,
    owners: done.owners.map(({ owner, counts }) => ({ owner: formatOwner(owner), ...counts })),
    total: done.owners.reduce((sum, { counts }) => addCounts(sum, counts), NO_COUNTS),
    notReached: notReached(done),
    bytes: done.bytes,
    ...(done.key === undefined ? {} : { key: done.key }),
    verification: done.verification,
  })

const notReached = (done: Done): ReadonlyArray<NotReached> => {
  const shared = done.owners.reduce((sum, { sharedSources }) => sum + sharedSources, 0)
  const dependents = done.dependents ?? []
  return [
    { what: "keys" },
    ...(done.subject === undefined ? [] : [{ what: "unlinked-memories" } as const]),
    ...(shared === 0 ? [] : [{ what: "shared-sources", count: shared } as const]),
    ...(dependents.length === 0 ? [] : [{ what: "dependent-memories", keys: dependents } as const]),
    ...(done.operation === "withdraw" || done.operation === "redact"
      ? [{ what: "withdrawal-reason" } as const]
      : []),
    ...done.backups.map(({ name, takenAt }) => ({
      what: "backup" as const,
      name,
      takenAt: toMillis(takenAt),
    })),
    { what: "other-backups" },
    { what: "copies-outside" },
    { what: "running-processes" },
    ...(done.bytes === "unsupported" ? [{ what: "bytes-on-disk" } as const] : []),
    ...(done.hasPages ? [] : [{ what: "index-beside" } as const]),
  ]
}
