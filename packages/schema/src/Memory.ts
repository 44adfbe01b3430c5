/**
 * A memory as every answer shows it, and the closed words it is described with.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"

/** Where a memory comes from. `generated`: a model's pass made it. */
export const BASES = ["told", "observed", "inferred", "generated"] as const
export type Basis = (typeof BASES)[number]

/**
 * `active` and `inactive` (decayed) memories are current; recall returns active ones only.
 * `superseded`, `forgotten`, `archived` (an intention that is over) and `held` (the guard has
 * doubts and nobody has reviewed it) keep their words; `withdrawn` is final and has none.
 */
export const STATUSES = [
  "active",
  "inactive",
  "superseded",
  "forgotten",
  "archived",
  "held",
  "withdrawn",
] as const
export type Status = (typeof STATUSES)[number]

/** Aspects a store accepts unless told otherwise. Letters, digits, `-` and `_`. */
export const ASPECTS = ["episodic", "semantic", "prospective", "autobiographical"] as const
/** Given by their own writers only. */
export const RESERVED_ASPECTS = ["affective", "persona"] as const

/** How an intention ended. */
export type Outcome = "fulfilled" | "expired"

/** What makes an intention due, besides its `dueAt`. */
export type Cue =
  | { readonly event: string }
  | { readonly term: string }
  | { readonly source: string }
  | { readonly memory: string }
  | { readonly audience: string }

export type Facet = readonly [name: string, value: string]

export interface Memory {
  readonly key: string
  /** Absent once withdrawn, and for an affect without words. */
  readonly content?: string
  /** Its words are sealed, and a key to them is not there; content, facets and trail are not shown. */
  readonly sealed?: true
  /** Sorted. */
  readonly aspects: ReadonlyArray<string>
  readonly basis: Basis
  /** Thousandths, 0 to 1,000. Shown only; it weighs nothing. */
  readonly confidence: number
  /** Millionths, 0 to 1,000,000, as given at writing. */
  readonly salience: number
  readonly status: Status
  readonly recordedAt: EpochMillis
  /** Included. */
  readonly validFrom?: EpochMillis
  /** Excluded. */
  readonly validTo?: EpochMillis
  readonly occurredAt?: EpochMillis
  readonly dueAt?: EpochMillis
  /** Sorted by name, then value. */
  readonly facets: ReadonlyArray<Facet>
  readonly cues: ReadonlyArray<Cue>
  /** References of the people it is about, sorted. Seen only by an audience that includes them all. */
  readonly subjects: ReadonlyArray<string>
  /** Conversation or session, and the place in it. */
  readonly trail?: string
  readonly ordinal?: number
  readonly reviewedBy?: string
  readonly recallCount: number
  readonly lastRecalledAt?: EpochMillis
  readonly outcome?: Outcome
  /** Affects recorded about it that this audience may see, by key. */
  readonly affects: ReadonlyArray<{ readonly key: string; readonly weight: number }>
}
