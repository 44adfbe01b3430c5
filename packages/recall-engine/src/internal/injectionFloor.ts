/**
 * How much of a query a memory must answer before it is put in front of a model that did not ask.
 *
 * @module
 */
import type { TermFacts } from "../RecallAnswer.ts"
import { termWeight } from "../termWeight.ts"
import { OWN } from "./echo.ts"

/** The share of all the query's weight, in 1,024ths. */
const SHARE = 512

/** Least query part that passes. A term no memory has weighs as one that a single memory has. */
export const injectionFloor = (terms: ReadonlyArray<TermFacts>, scanned: number): number => {
  const unknown = termWeight(Math.max(1, scanned), 1)
  const all = terms.reduce((sum, { weight }) => sum + (weight === 0 ? unknown : weight), 0)
  return Math.max(1, Math.floor((all * OWN * SHARE) / 1024))
}
