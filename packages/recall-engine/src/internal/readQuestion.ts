/**
 * From a query and a focus to the postings they ask for, read in one question to the store.
 *
 * @module
 */
import { type AnalyserShape, queryDateTerms } from "@reminisce/analyser"
import { Limits } from "@reminisce/schema"
import type { EpochMillis, StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { Focus } from "../Focus.ts"
import type { RankingRules } from "../RankingRules.ts"
import { personFeature } from "./memoryTerms.ts"
import type { OwnerIndex } from "./OwnerIndex.ts"
import { readPostings } from "./PostingCache.ts"
import type { Postings, Question } from "./scoreMemories.ts"

/** What a query is taken for. */
export interface QueryTerms {
  /** Distinct, at most `Limits.queryTerms`. */
  readonly terms: ReadonlyArray<string>
  /** Which word of the query each term is a form of; all times it names are one. */
  readonly words: ReadonlyArray<number>
  /** Distinct terms beyond these. */
  readonly leftOut: number
}

/** Of the terms a query may have, those kept for the times it names. */
const DATE_TERMS = 12
/** The word that times are forms of. */
const DATE_WORD = -1

/** `now`: what "yesterday" is told from; null where no instant is given. */
export const queryTerms = (
  analyser: AnalyserShape,
  query: string,
  now: EpochMillis | null,
  rules: RankingRules,
): QueryTerms => {
  const seen = new Set<string>()
  const found = analyser.query(query).filter(({ term }) => !seen.has(term) && seen.add(term))
  const dates = rules.readsDates ? queryDateTerms(query, ...(now === null ? [] : [now])) : []
  const usedDates = dates.slice(0, DATE_TERMS)
  const used = found.slice(0, Limits.queryTerms - usedDates.length)
  return {
    terms: [...used.map(({ term }) => term), ...usedDates],
    words: [...used.map(({ word }) => word), ...usedDates.map(() => DATE_WORD)],
    leftOut: found.length + dates.length - used.length - usedDates.length,
  }
}

export const readQuestion = (
  index: OwnerIndex,
  view: View,
  query: QueryTerms | undefined,
  focus: Focus | undefined,
): Effect.Effect<Question, StoreError> => {
  const terms = query?.terms ?? []
  const asked = new Set(terms)
  const cues = (focus?.cues ?? []).filter(({ kind, value }) => kind === "term" && !asked.has(value))
  const persons = terms.filter((term) => !term.startsWith("@")).map(personFeature)
  const names = [...terms, ...persons, ...cues.map(({ value }) => value)]
  return Effect.map(readPostings(index.postings, view, names), (pages) => {
    const postings = (term: string, i: number): Postings => ({ term, blocks: pages[i] ?? [] })
    return {
      terms: terms.map(postings),
      persons: persons
        .map((person, i) => postings(person, terms.length + i))
        .filter(({ blocks }) => blocks.length > 0),
      focus: cues.map(({ value, strength }, i) => ({
        ...postings(value, terms.length + persons.length + i),
        strength,
      })),
      isAsked: query !== undefined,
    }
  })
}
