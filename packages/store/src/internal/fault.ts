/**
 * How the rules of a plan report what they find.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { PlanRefused } from "../StoreError.ts"

/** Found lazily: only the first is ever shown. Undefined is no fault but a place to give way to others. */
export type Faults = Generator<PlanRefused | undefined, void, void>

/** Writes from one such place to the next: some milliseconds at most. */
const PART = 1_000

export const isPlaceToPause = (at: number): boolean => at % PART === PART - 1

/** What is wrong with one after the other. `faultOf` is a plain function: plans hold thousands of writes, and hardly ever a fault. */
export function* eachFault<A>(
  items: ReadonlyArray<A>,
  faultOf: (item: A) => PlanRefused | undefined,
): Faults {
  for (let i = 0; i < items.length; i++) {
    const found = faultOf(items[i] as A)
    if (found !== undefined || isPlaceToPause(i)) yield found
  }
}

/** The first fault there is. */
export const firstFault = Effect.fnUntraced(function* (
  faults: Faults,
): Effect.fn.Return<PlanRefused | undefined> {
  for (const found of faults) {
    if (found !== undefined) return found
    yield* Effect.yieldNow
  }
  return undefined
})

export const fault = (rule: string, type: string, field?: string): PlanRefused =>
  new PlanRefused({ rule, type, ...(field === undefined ? {} : { field }) })

/** Stands for a name the schema does not know, which is the caller's and not repeated. */
export const UNKNOWN = "?"
