/**
 * The constants of the ranking, as data, so that benches can take one out and see what it is worth.
 * A store answers the same everywhere only under the same rules: a host leaves them alone.
 *
 * @module
 */
import * as Context from "effect/Context"

export interface RankingRules {
  /** Value of a term by how many places after a hit a memory stands, in 1,024ths; strictly falling from 1,024. */
  readonly echoAfter: ReadonlyArray<number>
  /** The same for places before a hit; as long as `echoAfter`. */
  readonly echoBefore: ReadonlyArray<number>
  /**
   * Terms that more memories have than both this many and one in `echoShare` give no echo: they tell
   * little, and their neighbours are everywhere. Bounds what common words cost.
   */
  readonly echoMost: number
  readonly echoShare: number
  /** What memories by a person the query names are multiplied by, in 1,024ths; 1,024 to 1,536. */
  readonly personLift: number
  /** Whether rare terms weigh more. */
  readonly weighsRarity: boolean
  /** Whether times a query names are looked up as dates. */
  readonly readsDates: boolean
  /** Whether all a focus adds to one memory stays within half the smallest weight of a query's term. */
  readonly capsFocus: boolean
}

export const RankingRules: Context.Reference<RankingRules> = Context.Reference(
  "@reminisce/recall-engine/RankingRules",
  {
    defaultValue: (): RankingRules => ({
      echoAfter: [1024, 717, 502, 351, 246],
      echoBefore: [1024, 512, 256, 128, 64],
      echoMost: 1_000,
      echoShare: 8,
      personLift: 1331,
      weighsRarity: true,
      readsDates: true,
      capsFocus: true,
    }),
  },
)
