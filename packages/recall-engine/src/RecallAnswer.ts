/**
 * What recall and its sisters answer.
 *
 * @module
 */
import type { Memory, Status } from "@reminisce/schema"
import type { EpochMillis, Owner } from "@reminisce/store"
import type { Focus } from "./Focus.ts"

/** What each cause added to a memory's score; they sum to it. In 1,024ths of 256ths of a bit. */
export interface ScoreParts {
  readonly query: number
  readonly focus: number
  readonly affect: number
  readonly persona: number
}

/** What a term of the query came to. */
export interface TermFacts {
  readonly term: string
  /** How many of the memories considered have it. */
  readonly memories: number
  /** In 256ths of a bit; 0 for a term no memory has. */
  readonly weight: number
}

/** An intention that is due, and every trigger that fired, sorted. */
export interface DueIntention {
  readonly memory: Memory
  readonly because: ReadonlyArray<string>
}

/** Why there are no memories: the query has no words, none that a memory has, or none above the floor. */
export type Nothing = "no-words" | "no-match" | "below-floor"

/** Lists are parallel: `scores[i]`, `parts[i]` and `duplicates[i]` belong to `memories[i]`. */
export interface RecallAnswer {
  /** Best first: by score, then own time, the later first, then key by UTF-8 bytes. */
  readonly memories: ReadonlyArray<Memory>
  readonly scores: ReadonlyArray<number>
  readonly parts: ReadonlyArray<ScoreParts>
  /** Keys of matches that say the same of the same time and stand behind this one; at most 32. */
  readonly duplicates: ReadonlyArray<ReadonlyArray<string>>
  /** How many memories were considered: every one the audience may see, at this instant. */
  readonly scanned: number
  readonly due: ReadonlyArray<DueIntention>
  /** For the next recall of this session. */
  readonly focus: Focus
  /** Present when the focus given was another owner's or audience's, and was not used. */
  readonly focusReset?: true
  /** The instant validity was judged at; null when it was not. */
  readonly at: EpochMillis | null
  /** What the query was taken for, in its order. */
  readonly terms: ReadonlyArray<TermFacts>
  /** How many more distinct terms the query had than are used. */
  readonly termsLeftOut?: number
  readonly nothing?: Nothing
  /** There are more behind these; give it as `after`. */
  readonly next?: string
}

/** A conversation, session or whatever else its memories were given as a trail. */
export interface TrailHit {
  /** Absent for a memory outside any trail, which stands for itself. */
  readonly trail?: string
  readonly score: number
  /** The memory of it that answers the query best. */
  readonly best: Memory
}

export interface TrailsAnswer {
  /** Best first: by score, then the best memory's own time, the later first, then its key. */
  readonly trails: ReadonlyArray<TrailHit>
  /** How many memories were considered, and in how many trails. */
  readonly scanned: number
  readonly scannedTrails: number
  readonly at: EpochMillis | null
  readonly terms: ReadonlyArray<TermFacts>
  readonly termsLeftOut?: number
  readonly nothing?: Nothing
}

/** Memories by time of recording, the latest first. */
export interface ListAnswer {
  readonly memories: ReadonlyArray<Memory>
  readonly scanned: number
  readonly next?: string
}

/** Why a query does not answer a memory, or where it does. */
export type WhyNot =
  /** It is answered, or would be further down: its place from 1 among all matches. */
  | {
      readonly outcome: "answered" | "further-down" | "below-floor"
      readonly rank: number
      readonly of: number
      readonly score: number
      readonly parts: ScoreParts
      readonly terms: ReadonlyArray<TermFacts>
    }
  /** It stands behind the match `of`, which says the same. */
  | { readonly outcome: "duplicate"; readonly of: string }
  /** Neither it nor its neighbours in the trail have a term of the query. */
  | {
      readonly outcome: "no-common-term"
      readonly terms: ReadonlyArray<TermFacts>
      /** By UTF-8 bytes, at most 256. */
      readonly memoryTerms: ReadonlyArray<string>
    }
  /** `supersededBy`: those of its successors this audience may see. */
  | {
      readonly outcome: "not-active"
      readonly status: Status
      readonly supersededBy: ReadonlyArray<string>
    }
  | {
      readonly outcome: "outside-validity"
      readonly at: EpochMillis
      readonly validFrom?: EpochMillis
      readonly validTo?: EpochMillis
    }
  /** Recorded only after the past moment asked for. */
  | { readonly outcome: "not-yet-recorded"; readonly recordedAt: EpochMillis }
  /** It has none of the aspects asked for, or is of a kind recall leaves out. */
  | { readonly outcome: "other-aspects"; readonly aspects: ReadonlyArray<string> }

export interface ReachHit {
  readonly owner: Owner
  readonly memory: Memory
  readonly score: number
  readonly parts: ScoreParts
  readonly duplicates: ReadonlyArray<string>
}

/** A recall over several owners, as one ranking. */
export interface ReachAnswer {
  /** Best first: by score, own time, owner, key. */
  readonly hits: ReadonlyArray<ReachHit>
  /** In the order asked, with the sequence each was read at. */
  readonly owners: ReadonlyArray<{
    readonly owner: Owner
    readonly sequence: number
    readonly scanned: number
  }>
  readonly at: EpochMillis | null
  readonly terms: ReadonlyArray<TermFacts>
  readonly termsLeftOut?: number
  readonly nothing?: Nothing
}
