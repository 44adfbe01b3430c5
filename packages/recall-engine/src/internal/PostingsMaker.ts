/**
 * Words to pages of postings, for very many memories in a row: the part of making an index that takes
 * longest, and that needs nothing but the words.
 *
 * @module
 */
import type { AnalyserShape } from "@reminisce/analyser"
import type { Attributes } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { GatheredPostings, type PostingPage } from "./GatheredPostings.ts"
import { digestTerms, digestWords, memoryTerms } from "./memoryTerms.ts"

export interface PostingsMaker {
  /** Takes the memories of consecutive slots from `first` on; undefined where there is none. Slots ascend from call to call. */
  readonly add: (
    first: number,
    memories: ReadonlyArray<Attributes | undefined>,
  ) => Effect.Effect<void>
  /** Entries of postings since the last `flush`, as far as is known. */
  readonly entries: () => number
  /** Begins to make pages of what was added. Those of the last time must have been taken. */
  readonly flush: Effect.Effect<void>
  /** Some of the pages, by name and number; none when all have been taken. */
  readonly take: Effect.Effect<ReadonlyArray<PostingPage>>
  /** As `take`, but undefined where it would have to wait. */
  readonly takeReady: Effect.Effect<ReadonlyArray<PostingPage> | undefined>
  /** Whether what was added, or some of it, will never be pages. Known for sure when all have been taken. */
  readonly isLost: () => boolean
  /** When it is of no use any more. */
  readonly close: Effect.Effect<void>
}

/** Is told the digests of each memory's terms and words, by turns, from `first` on. */
export type OnDigests = (first: number, terms: Uint32Array, words: Uint32Array) => void

/** Memories analysed from one turn of everything else to the next: some milliseconds. */
const MEMORIES = 50

/** Adds memories to postings and answers the digests of their terms. */
export const gather = (
  postings: GatheredPostings,
  analyser: Pick<AnalyserShape, "terms">,
  first: number,
  memories: ReadonlyArray<Attributes | undefined>,
): Uint32Array => {
  const digests = new Uint32Array(memories.length)
  for (const [i, attributes] of memories.entries()) {
    if (attributes === undefined) continue
    const terms = memoryTerms(analyser, attributes)
    postings.add(first + i, terms)
    digests[i] = digestTerms(terms)
  }
  return digests
}

/** The digests of memories' words. */
export const digestsOfWords = (memories: ReadonlyArray<Attributes | undefined>): Uint32Array =>
  Uint32Array.from(memories, (attributes) =>
    attributes === undefined ? 0 : digestWords(attributes),
  )

/** The next pages, none at the end. */
export const somePages = (pages: Iterator<PostingPage>, most: number): Array<PostingPage> => {
  const some: Array<PostingPage> = []
  while (some.length < most) {
    const next = pages.next()
    if (next.done === true) break
    some.push(next.value)
  }
  return some
}

/** In this thread, giving way to everything else. */
export const makePostings =
  (analyser: Pick<AnalyserShape, "terms">, pagesAtOnce: number) =>
  (onDigests: OnDigests): PostingsMaker => {
    const postings = new GatheredPostings()
    let pages: Iterator<PostingPage> = [].values()
    const take = Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => somePages(pages, pagesAtOnce)),
    )
    return {
      add: (first, memories) =>
        Effect.gen(function* () {
          for (let at = 0; at < memories.length; at += MEMORIES) {
            if (at > 0) yield* Effect.yieldNow
            const some = memories.slice(at, at + MEMORIES)
            const terms = gather(postings, analyser, first + at, some)
            onDigests(first + at, terms, digestsOfWords(some))
          }
        }),
      entries: () => postings.entries,
      flush: Effect.sync(() => {
        pages = postings.take()
      }),
      take,
      takeReady: take,
      isLost: () => false,
      close: Effect.void,
    }
  }
