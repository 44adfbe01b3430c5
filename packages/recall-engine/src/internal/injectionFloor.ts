/**
 * How much of a query a memory must answer before it is put in front of a model that did not ask.
 *
 * @module
 */
import type { TermFacts } from "../RecallAnswer.ts"
import { termWeight } from "../termWeight.ts"
import { OWN } from "./echo.ts"

/** The share of all the query's weight, in 1,024ths. Chosen by measuring; see docs/recall.md. */
const SHARE = 460

/**
 * Least query part that passes. `words`: which word of the query each term is a form of. A word none
 * of whose forms any memory has weighs as one that a single memory has.
 */
export const injectionFloor = (
  terms: ReadonlyArray<TermFacts>,
  words: ReadonlyArray<number>,
  scanned: number,
): number => {
  const weights = new Map<number, number>()
  for (const [i, { weight }] of terms.entries()) {
    const word = words[i] ?? -1
    weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  const unknown = termWeight(Math.max(1, scanned), 1)
  let all = 0
  for (const weight of weights.values()) all += weight === 0 ? unknown : weight
  return Math.max(1, Math.floor((all * OWN * SHARE) / 1024))
}
