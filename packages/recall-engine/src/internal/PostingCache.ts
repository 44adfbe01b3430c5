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

export interface PostingCache {
  /** By term, the latest used last. */
  readonly pages: Map<string, Pages>
  bytes: number
}

/** Bytes one owner keeps, each term counted with something for itself. */
const MOST_BYTES = 4 * 1_024 * 1_024
const TERM_BYTES = 256

export const makePostingCache = (): PostingCache => ({ pages: new Map(), bytes: 0 })

export const clearPostings = (cache: PostingCache): void => {
  cache.pages.clear()
  cache.bytes = 0
}

/** The pages of each term, aligned with `terms`. The cache must be cleared whenever the view has moved. */
export const readPostings = (
  cache: PostingCache,
  view: View,
  terms: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<Pages>, StoreError> => {
  const missing = terms.filter((term) => !cache.pages.has(term))
  if (missing.length === 0) return Effect.succeed(terms.map((term) => use(cache, term)))
  return Effect.map(view.pages(POSTINGS_SPACE, missing), (read) => {
    const found = new Map(missing.map((term, i) => [term, read[i] ?? []] as const))
    const all = terms.map((term) => found.get(term) ?? use(cache, term))
    for (const [term, pages] of found) put(cache, term, pages)
    return all
  })
}

const use = ({ pages }: PostingCache, term: string): Pages => {
  const held = pages.get(term) ?? []
  pages.delete(term)
  pages.set(term, held)
  return held
}

const put = (cache: PostingCache, term: string, pages: Pages): void => {
  cache.pages.set(term, pages)
  cache.bytes += sizeOf(pages)
  for (const [oldest, held] of cache.pages) {
    if (cache.bytes <= MOST_BYTES) break
    cache.pages.delete(oldest)
    cache.bytes -= sizeOf(held)
  }
}

const sizeOf = (pages: Pages): number =>
  pages.reduce((sum, { bytes }) => sum + bytes.length, TERM_BYTES)
