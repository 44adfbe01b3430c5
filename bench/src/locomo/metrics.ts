/**
 * Evidence recall: which share of the turns or sessions that hold the answer stands among the first.
 *
 * @module
 */
import type { Hit } from "./System.ts"

export interface Metrics {
  readonly questions: number
  /** Mean share of the evidence among the first 5, 10, 20. */
  readonly recall5: number
  readonly recall10: number
  readonly recall20: number
  /** Mean of one over the place of the first evidence, 0 where there is none in the list. */
  readonly mrr: number
}

export interface Outcome {
  readonly hits: ReadonlyArray<Hit>
  readonly evidence: ReadonlySet<string>
  readonly category: number
}

/** `withoutEvidence`: what a question that has none counts as; left out when undefined. */
export const measure = (outcomes: ReadonlyArray<Outcome>, withoutEvidence?: number): Metrics => {
  const counted = outcomes.filter(
    ({ evidence }) => evidence.size > 0 || withoutEvidence !== undefined,
  )
  const mean = (of: (outcome: Outcome) => number): number =>
    counted.reduce(
      (sum, each) => sum + (each.evidence.size === 0 ? (withoutEvidence ?? 0) : of(each)),
      0,
    ) / Math.max(1, counted.length)
  const recallAt = (k: number) =>
    mean(({ hits, evidence }) => {
      const found = hits.slice(0, k).filter(({ id }) => evidence.has(id)).length
      return found / evidence.size
    })
  return {
    questions: counted.length,
    recall5: recallAt(5),
    recall10: recallAt(10),
    recall20: recallAt(20),
    mrr: mean(({ hits, evidence }) => {
      const place = hits.findIndex(({ id }) => evidence.has(id))
      return place < 0 ? 0 : 1 / (place + 1)
    }),
  }
}

/** Turns of a session that count towards it. */
const COUNTED = 5

/** Turns as their sessions: a session has its best turn's score, half its second's, a quarter of its third's. */
export const bySession = (
  hits: ReadonlyArray<Hit>,
  sessionOf: ReadonlyMap<string, string>,
): ReadonlyArray<Hit> => {
  const sessions = new Map<string, { score: number; turns: number }>()
  for (const { id, score } of hits) {
    const name = sessionOf.get(id) ?? id
    const session = sessions.get(name) ?? { score: 0, turns: 0 }
    if (session.turns < COUNTED) session.score += score / 2 ** session.turns
    session.turns++
    sessions.set(name, session)
  }
  return [...sessions]
    .map(([id, { score }]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

export const percent = (share: number): string => (100 * share).toFixed(1).padStart(5)
