/**
 * Going through all pages of a space for those that pass a test, beside everything else: for a
 * search that few pages of many pass, such as an erasure's.
 *
 * @module
 */
import type * as Effect from "effect/Effect"
import type { Page } from "./View.ts"

export interface PageSearch {
  readonly space: string
  /**
   * The source of a function that uses nothing but its arguments and the language itself: of `data` to
   * a test of a page's name, number and bytes. It may run anywhere. Always text of a program, never of
   * what is stored.
   */
  readonly test: string
  /** Handed to it as `structuredClone` would. */
  readonly data: unknown
}

/** What a search finds, of one state not older than the search. */
export interface FoundPages {
  /**
   * The next of them in the order of name and number, waited for; none when there are no more.
   * Undefined: the search could not be carried through, and what it has found is not all.
   */
  readonly take: Effect.Effect<ReadonlyArray<Page> | undefined>
}
