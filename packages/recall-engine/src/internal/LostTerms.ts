/**
 * Terms that withdrawn memories have lost while the postings still have them: kept in pages of their
 * own, as JSON, until the postings are swept.
 *
 * @module
 */
import type { PageWrite } from "@reminisce/store"
import { POSTINGS_SPACE } from "./IndexHead.ts"

/** The page name in the postings' space; no analyser makes such a term. */
export const LOST_NAME = "@@lost"

/** Slots by the term they have lost. */
export type LostTerms = Map<string, Array<number>>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const noteLost = (lost: LostTerms, term: string, lostBy: ReadonlyArray<number>): void => {
  const slots = lost.get(term)
  if (slots === undefined) lost.set(term, [...lostBy])
  else slots.push(...lostBy)
}

/** What one plan leaves to be swept. `sequence`: the plan's, which no other page has. */
export const lostWrite = (lost: LostTerms, sequence: number): PageWrite => ({
  space: POSTINGS_SPACE,
  name: LOST_NAME,
  number: sequence % 2 ** 31,
  bytes: encoder.encode(JSON.stringify([...lost])),
})

/** Adds a page's terms to `lost` and answers how many entries there were; undefined for bytes that are no such page. */
export const decodeLost = (bytes: Uint8Array, lost: LostTerms): number | undefined => {
  const page = parse(decoder.decode(bytes))
  if (!Array.isArray(page) || !page.every(isEntry)) return undefined
  for (const [term, slots] of page) noteLost(lost, term, slots)
  const entries = page.reduce((sum, [, slots]) => sum + slots.length, 0)
  return entries > 0 ? entries : undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isEntry = (entry: unknown): entry is readonly [string, ReadonlyArray<number>] =>
  Array.isArray(entry) &&
  typeof entry[0] === "string" &&
  Array.isArray(entry[1]) &&
  entry[1].length > 0 &&
  entry[1].every((slot) => Number.isSafeInteger(slot) && slot >= 0)
