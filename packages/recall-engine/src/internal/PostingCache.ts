/**
 * The postings asked for last, kept as long as their owner stands still: questions come in turns about
 * the same things, and reading a common word's pages costs more than scoring them.
 *
 * @module
 */
import type { Page, StoreError, View } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { POSTINGS_SPACE } from "./IndexHead.ts"

type Pages = ReadonlyArray<Page>

interface Held {
  readonly pages: Pages
  /** The slots of them that the audience who asked last may see. */
  seen?: { readonly visible: Uint8Array; readonly slots: Uint32Array }
}

export interface PostingCache {
  /** By term, the latest used last. */
  readonly terms: Map<string, Held>
  bytes: number
}

/** Bytes one owner keeps, each term counted with something for itself. */
const MOST_BYTES = 8 * 1_024 * 1_024
const TERM_BYTES = 256

export const makePostingCache = (): PostingCache => ({ terms: new Map(), bytes: 0 })

export const clearPostings = (cache: PostingCache): void => {
  cache.terms.clear()
  cache.bytes = 0
}

/** The pages of each term, aligned with `terms`. The cache must be cleared whenever the view has moved. */
export const readPostings = (
  cache: PostingCache,
  view: View,
  terms: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<Pages>, StoreError> => {
  const missing = terms.filter((term) => !cache.terms.has(term))
  if (missing.length === 0) return Effect.succeed(terms.map((term) => use(cache, term)))
  return Effect.map(view.pages(POSTINGS_SPACE, missing), (read) => {
    const found = new Map(missing.map((term, i) => [term, read[i] ?? []] as const))
    const all = terms.map((term) => found.get(term) ?? use(cache, term))
    for (const [term, pages] of found) put(cache, term, pages)
    return all
  })
}

const use = ({ terms }: PostingCache, term: string): Pages => {
  const held = terms.get(term)
  if (held === undefined) return []
  terms.delete(term)
  terms.set(term, held)
  return held.pages
}

const put = (cache: PostingCache, term: string, pages: Pages): void => {
  cache.terms.set(term, { pages })
  cache.bytes += pages.reduce((sum, { bytes }) => sum + bytes.length, TERM_BYTES)
  makeRoom(cache)
}

/** The visible slots of a term as they were decoded for the same visible set; undefined if they were not. */
export const seenSlots = (
  { terms }: PostingCache,
  term: string,
  visible: Uint8Array,
): Uint32Array | undefined => {
  const seen = terms.get(term)?.seen
  return seen?.visible === visible ? seen.slots : undefined
}

/** Keeps the decoded slots of a term whose pages are kept. */
export const keepSeen = (
  cache: PostingCache,
  term: string,
  visible: Uint8Array,
  slots: Uint32Array,
): void => {
  const held = cache.terms.get(term)
  if (held === undefined) return
  cache.bytes += slots.byteLength - (held.seen?.slots.byteLength ?? 0)
  held.seen = { visible, slots }
  makeRoom(cache)
}

const makeRoom = (cache: PostingCache): void => {
  for (const [oldest, { pages, seen }] of cache.terms) {
    if (cache.bytes <= MOST_BYTES) break
    cache.terms.delete(oldest)
    cache.bytes -= pages.reduce((sum, { bytes }) => sum + bytes.length, TERM_BYTES)
    cache.bytes -= seen?.slots.byteLength ?? 0
  }
}
