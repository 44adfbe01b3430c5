/**
 * Scores every visible memory: the sum over the query's terms of weight times value, the lift of
 * the person a question names, and what the focus may add. Integers only, nothing left out.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { RankingRules } from "../RankingRules.ts"
import type { TermFacts } from "../RecallAnswer.ts"
import { LEAST_TERM_WEIGHT, termWeight } from "../termWeight.ts"
import { addTerm, OWN } from "./echo.ts"
import { type OwnerIndex, scoredStretches } from "./OwnerIndex.ts"
import { decodeBlock } from "./PostingBlock.ts"
import { keepSeen, seenSlots } from "./PostingCache.ts"

/** A term remembered from earlier turns counts half its worth in a query. */
const FOCUS_DIVISOR = 2
/** Strength of a focus cue that has not faded. */
export const FULL_STRENGTH = 1024

/** Posting blocks of one term, by number. */
export interface Postings {
  readonly term: string
  readonly blocks: ReadonlyArray<{ readonly number: number; readonly bytes: Uint8Array }>
}

export interface Question {
  readonly terms: ReadonlyArray<Postings>
  /** Memories by persons the query may name: one entry a query term. */
  readonly persons: ReadonlyArray<Postings>
  readonly focus: ReadonlyArray<Postings & { readonly strength: number }>
  /** False for a recall without a query: then the focus ranks alone and is not capped. */
  readonly isAsked: boolean
}

/** Counts to weigh by in place of this owner's own, for a ranking over several owners. */
export interface Counts {
  readonly scanned: number
  /** How many memories have each term. */
  readonly having: ReadonlyMap<string, number>
}

interface ScoreWishes {
  readonly counts?: Counts | undefined
  /** Told for each term of the query how many of the scratch hits are its visible slots. */
  readonly note?: ((count: number) => void) | undefined
  /** What is done after each term: nothing, or to let others have their turn. */
  readonly pause?: Effect.Effect<void> | undefined
}

/** Fills the scratch scores: `focus` with the focus's part, `score` with all of it. */
export const scoreMemories = (
  index: OwnerIndex,
  visible: { readonly bytes: Uint8Array; readonly count: number },
  question: Question,
  rules: RankingRules,
  { counts, note, pause = Effect.void }: ScoreWishes = {},
): Effect.Effect<ReadonlyArray<TermFacts>> =>
  Effect.gen(function* () {
    const { score, focus, scored } = index.scratch
    for (const [from, to] of scoredStretches(index)) {
      score.fill(0, from, to)
      focus.fill(0, from, to)
    }
    scored.fill(0)
    const scanned = counts?.scanned ?? visible.count
    const weigh = ({ term }: Postings, count: number): TermFacts => {
      const memories = counts?.having.get(term) ?? count
      if (memories === 0) return { term, memories, weight: 0 }
      const weight = rules.weighsRarity ? termWeight(scanned, memories) : LEAST_TERM_WEIGHT
      return { term, memories, weight }
    }
    const echoMost = Math.max(rules.echoMost, Math.floor(scanned / rules.echoShare))
    const echoing = ({ memories }: TermFacts) => (memories > echoMost ? undefined : rules)
    const terms: Array<TermFacts> = []
    for (const postings of question.terms) {
      const count = readHits(index, visible.bytes, postings)
      const facts = weigh(postings, count)
      terms.push(facts)
      note?.(count)
      addTerm(index, count, facts.weight, echoing(facts), score)
      yield* pause
    }
    liftPersons(index, visible.bytes, question.persons, rules)
    for (const { strength, ...postings } of question.focus) {
      const count = readHits(index, visible.bytes, postings)
      const facts = weigh(postings, count)
      const faded = Math.floor((facts.weight * strength) / (FOCUS_DIVISOR * FULL_STRENGTH))
      addTerm(index, count, faded, echoing(facts), focus)
      yield* pause
    }
    if (question.focus.length > 0)
      addFocus(index, capOf(terms, question.isAsked && rules.capsFocus))
    return terms
  })

const addFocus = (index: OwnerIndex, cap: number): void => {
  const { score, focus } = index.scratch
  for (const [from, to] of scoredStretches(index)) {
    for (let slot = from; slot < to; slot++) {
      const added = Math.min(focus[slot] as number, cap)
      focus[slot] = added
      score[slot] = (score[slot] as number) + added
    }
  }
}

/** Half the smallest weight among the query's terms, or the smallest any term can have. */
const capOf = (terms: ReadonlyArray<TermFacts>, isAsked: boolean): number => {
  if (!isAsked) return Number.MAX_SAFE_INTEGER
  const known = terms.filter(({ memories }) => memories > 0).map(({ weight }) => weight)
  return Math.floor(Math.min(...known, known.length === 0 ? LEAST_TERM_WEIGHT : Infinity) / 2) * OWN
}

/** Decodes the visible slots of a term into the scratch hits; answers how many. */
export const readHits = (
  index: OwnerIndex,
  visible: Uint8Array,
  { term, blocks }: Postings,
): number => {
  const { hits } = index.scratch
  const seen = seenSlots(index.postings, term, visible)
  if (seen !== undefined) {
    hits.set(seen)
    return seen.length
  }
  let count = 0
  for (const { number, bytes } of blocks) {
    count = decodeBlock(bytes, number, hits, count, visible)
  }
  keepSeen(index.postings, term, visible, hits.slice(0, count))
  return count
}

const liftPersons = (
  index: OwnerIndex,
  visible: Uint8Array,
  persons: ReadonlyArray<Postings>,
  { personLift }: RankingRules,
): void => {
  const { score } = index.scratch
  const lifted = new Set<number>()
  for (const postings of persons) {
    const count = readHits(index, visible, postings)
    for (let i = 0; i < count; i++) {
      const slot = index.scratch.hits[i] as number
      if (score[slot] === 0 || (persons.length > 1 && lifted.has(slot))) continue
      if (persons.length > 1) lifted.add(slot)
      score[slot] = Math.floor(((score[slot] as number) * personLift) / 1024)
    }
  }
}
