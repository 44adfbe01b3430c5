/**
 * What can be measured: give it the turns, ask it questions.
 *
 * @module
 */
import type { Turn } from "./conversations.ts"

export interface Hit {
  /** The turn's id, or the session's. */
  readonly id: string
  /** The greater the better. */
  readonly score: number
}

export interface Ready {
  /** Best first, at most `k`. */
  readonly rank: (query: string, k: number) => Promise<ReadonlyArray<Hit>>
  /** Sessions by name, best first, at most `k`; undefined for a system that ranks turns alone. */
  readonly rankSessions?: (query: string, k: number) => Promise<ReadonlyArray<Hit>>
  readonly close: () => Promise<void>
}

export type System = (turns: ReadonlyArray<Turn>) => Promise<Ready>
