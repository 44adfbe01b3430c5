/**
 * How the words of many withdrawn memories are to leave the index.
 *
 * @module
 */
import * as Context from "effect/Context"

/**
 * `by-term` (default): each plan that withdraws many notes what each of them said, and `sweepIndex`
 * looks at those terms alone. `throughout`: it notes only which they were, without looking at their
 * words, and `sweepIndex` looks through all postings of the owner: cheaper from about one memory in
 * sixteen on. A plan that leaves an emptied memory any other words, or other times, people or aspects,
 * goes by term as ever.
 */
export type Sweeping = "by-term" | "throughout"

/** Read by the deriver with every plan. */
export const Sweeping: Context.Reference<Sweeping> = Context.Reference(
  "@reminisce/recall-engine/Sweeping",
  { defaultValue: (): Sweeping => "by-term" },
)
