/**
 * Why a memory is there, as `why` answers it. All of it is what the audience may see: what it may
 * not is left out as if it did not exist.
 *
 * @module
 */
import type { Facet, Memory, Status } from "@reminisce/schema"
import type { EpochMillis } from "@reminisce/store"

/** One step of a memory's status; the first is its recording. */
export interface StatusStep {
  readonly status: Status
  readonly at: EpochMillis
  readonly reason?: string
  /** Who stands for it. */
  readonly by?: string
}

export interface Ancestor {
  readonly memory: Memory
  /** Fewest steps from the memory explained, from 1. */
  readonly depth: number
  /** Keys of the memories it rests on, sorted, even where the walk was cut before them. */
  readonly grounds: ReadonlyArray<string>
}

/** The other end of a supersession. */
export interface Succession {
  readonly memory: Memory
  readonly at: EpochMillis
  /** Why the older of the two was replaced. */
  readonly reason?: string
}

/** A memory's key, or that one memory follows from another. */
export type Claim = string | { readonly derivation: readonly [conclusion: string, ground: string] }

export interface Contradiction {
  readonly id: string
  readonly claims: readonly [Claim, Claim]
  readonly reason?: string
  readonly recordedAt: EpochMillis
  /** Whether every memory involved is current, that is active or inactive. */
  readonly standing: boolean
  /** Since when it stands no more; never before `recordedAt`. */
  readonly endedAt?: EpochMillis
}

export interface Association {
  readonly id: string
  /** Keys, sorted; the memory explained is among them. */
  readonly members: ReadonlyArray<string>
  readonly facets: ReadonlyArray<Facet>
  readonly reason?: string
  readonly recordedAt: EpochMillis
}

/**
 * `complete`: its words were withdrawn. `purged`: withdrawn, and the subject removed as well.
 * `incomplete`: a withdrawal that reaches it has begun and not ended. `missed`: it kept its words
 * though it was recorded before a completed withdrawal of someone it concerns.
 */
export type Withdrawal = "none" | "complete" | "incomplete" | "missed" | "purged"

export interface Explanation {
  readonly memory: Memory
  /** References, in the order in which they were cited. */
  readonly sources: ReadonlyArray<string>
  /** Keys of the memories it rests on, sorted. */
  readonly grounds: ReadonlyArray<string>
  /** By depth, then key. */
  readonly ancestors: ReadonlyArray<Ancestor>
  /** What it replaced, by key. */
  readonly supersedes: ReadonlyArray<Succession>
  /** What replaced it; at most one. */
  readonly supersededBy: ReadonlyArray<Succession>
  /** Those that claim it or a derivation from or to it, by id. */
  readonly contradictions: ReadonlyArray<Contradiction>
  /** By id. */
  readonly associations: ReadonlyArray<Association>
  /** Oldest first. */
  readonly history: ReadonlyArray<StatusStep>
  /** Affects recorded about it, by key. */
  readonly affects: Memory["affects"]
  /** Keys of the persona strands that rest on it. */
  readonly defines: ReadonlyArray<string>
  /** Keys of the readings of it as a statement. */
  readonly readings: ReadonlyArray<string>
  readonly withdrawal: Withdrawal
  /** Whether depth, or the cap of 10,000 ancestors, kept some ancestor out. */
  readonly truncated: boolean
}
