/**
 * Evidence recall: which share of the turns or sessions that hold the answer stands among the first.
 *
 * @module
 */

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
  readonly ranked: ReadonlyArray<string>
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
    mean(({ ranked, evidence }) => {
      const found = ranked.slice(0, k).filter((id) => evidence.has(id)).length
      return found / evidence.size
    })
  return {
    questions: counted.length,
    recall5: recallAt(5),
    recall10: recallAt(10),
    recall20: recallAt(20),
    mrr: mean(({ ranked, evidence }) => {
      const place = ranked.findIndex((id) => evidence.has(id))
      return place < 0 ? 0 : 1 / (place + 1)
    }),
  }
}

/** Turns as their sessions, each at its first turn's place. */
export const bySession = (
  ranked: ReadonlyArray<string>,
  sessionOf: ReadonlyMap<string, string>,
): ReadonlyArray<string> => [...new Set(ranked.map((id) => sessionOf.get(id) ?? id))]

export const percent = (share: number): string => (100 * share).toFixed(1).padStart(5)
