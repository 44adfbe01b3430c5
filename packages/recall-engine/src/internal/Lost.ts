/**
 * What withdrawn memories have lost while the postings still have it: kept in pages of its own, as
 * JSON, until the postings are swept.
 *
 * @module
 */
import type { PageWrite } from "@reminisce/store"
import { POSTINGS_SPACE } from "./IndexHead.ts"

/** The page name in the postings' space; no analyser makes such a term. */
export const LOST_NAME = "@@lost"

/** Slots by term. */
export type SlotsByTerm = Map<string, Array<number>>

export interface Lost {
  /** Of memories whose words were looked at: what each has lost. */
  readonly terms: SlotsByTerm
  /** Slots that have lost every term but those `kept` names for them. */
  readonly emptied: Array<number>
  /** What a slot still has, or has again: it overrules the other two. */
  readonly kept: SlotsByTerm
}

export const makeLost = (): Lost => ({ terms: new Map(), emptied: [], kept: new Map() })

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const noteSlots = (into: SlotsByTerm, term: string, more: ReadonlyArray<number>): void => {
  const slots = into.get(term)
  if (slots === undefined) into.set(term, [...more])
  else for (const slot of more) slots.push(slot)
}

export const isNothing = ({ terms, emptied, kept }: Lost): boolean =>
  terms.size + emptied.length + kept.size === 0

/** What one plan leaves to be swept. `sequence`: the plan's, which no other page has. */
export const lostWrite = ({ terms, emptied, kept }: Lost, sequence: number): PageWrite => ({
  space: POSTINGS_SPACE,
  name: LOST_NAME,
  number: sequence % 2 ** 31,
  bytes: encoder.encode(JSON.stringify({ terms: [...terms], emptied, kept: [...kept] })),
})

/** Adds a page to `lost` and answers how much is to be swept for it; undefined for bytes that are no such page. */
export const decodeLost = (bytes: Uint8Array, lost: Lost): number | undefined => {
  const page = parse(decoder.decode(bytes))
  if (!isPage(page)) return undefined
  for (const [term, slots] of page.terms) noteSlots(lost.terms, term, slots)
  for (const [term, slots] of page.kept) noteSlots(lost.kept, term, slots)
  for (const slot of page.emptied) lost.emptied.push(slot)
  return page.terms.reduce((sum, [, slots]) => sum + slots.length, page.emptied.length)
}

interface LostPage {
  readonly terms: ReadonlyArray<readonly [string, ReadonlyArray<number>]>
  readonly emptied: ReadonlyArray<number>
  readonly kept: LostPage["terms"]
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isPage = (page: unknown): page is LostPage =>
  typeof page === "object" &&
  page !== null &&
  "terms" in page &&
  "emptied" in page &&
  "kept" in page &&
  isSlots(page.emptied) &&
  [page.terms, page.kept].every((list) => Array.isArray(list) && list.every(isEntry))

const isEntry = (entry: unknown): boolean =>
  Array.isArray(entry) && typeof entry[0] === "string" && isSlots(entry[1])

const isSlots = (slots: unknown): boolean =>
  Array.isArray(slots) && slots.every((slot) => Number.isSafeInteger(slot) && slot >= 0)
