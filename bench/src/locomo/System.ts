/**
 * What can be measured: give it the turns, ask it questions.
 *
 * @module
 */
import type { Turn } from "./conversations.ts"

export interface Ready {
  /** Ids of turns, best first, at most `k`. */
  readonly rank: (query: string, k: number) => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

export type System = (turns: ReadonlyArray<Turn>) => Promise<Ready>
