/**
 * All that is held about a person: the answer to a request for access. It shows words, so it goes to
 * nobody but the person.
 *
 * @module
 */
import type { Facet, Memory, Status } from "@reminisce/schema"
import type { EpochMillis } from "@reminisce/store"

export interface ReportedMemory {
  readonly memory: Memory
  /** On what terms it is kept, as the host wrote it. */
  readonly consentScope: string
  /** Taken over from what the memory rests on or replaces. */
  readonly inherited: boolean
  /** References, in the order in which they were cited. */
  readonly sources: ReadonlyArray<string>
  /** Memories it replaced, by key, and why. */
  readonly replaces: ReadonlyArray<{ readonly key: string; readonly reason?: string }>
  /** Moves of its status since it was recorded, oldest first. */
  readonly history: ReadonlyArray<{
    readonly status: Status
    readonly at: EpochMillis
    readonly reason?: string
    readonly by?: string
  }>
}

/** What was said about several memories together, at least one of which is about the person. */
export interface ReportedRelation {
  readonly kind: "association" | "contradiction"
  readonly id: string
  readonly reason?: string
  readonly facets: ReadonlyArray<Facet>
  readonly recordedAt: EpochMillis
}

export interface ReportedWithdrawal {
  readonly reason: string
  readonly only?: string
  readonly startedAt: EpochMillis
  readonly completedAt?: EpochMillis
  readonly redacted: number
}

export interface OwnerReport {
  /** `kind:name`. */
  readonly owner: string
  /** By key. */
  readonly memories: ReadonlyArray<ReportedMemory>
  /** By kind, then id. */
  readonly relations: ReadonlyArray<ReportedRelation>
  /** Oldest first. */
  readonly withdrawals: ReadonlyArray<ReportedWithdrawal>
}

export interface SubjectReport {
  readonly subject: string
  readonly at: EpochMillis
  /** By name. What is written while the report is made may be missing. */
  readonly owners: ReadonlyArray<OwnerReport>
}
