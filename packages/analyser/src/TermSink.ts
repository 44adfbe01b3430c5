/**
 * Where the terms of a text go: an index takes what is worth a posting, a query ranks what to look up first.
 *
 * @module
 */

/** One term at a time, in the order of the text. */
export interface TermSink {
  /** What a piece of the text is found by. */
  readonly strong: (term: string) => void
  /** What it may be found by as well. */
  readonly weak: (term: string) => void
  /** Indexed, but too common to ask for while there is anything better. */
  readonly common: (term: string) => void
  /** Neither indexed nor asked for, unless the text has nothing else. */
  readonly fallback: (term: string) => void
}
