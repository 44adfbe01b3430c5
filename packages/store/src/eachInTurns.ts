/**
 * Something done with each of many things that gives way in between.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Small things from one turn of everything else to the next: some milliseconds at most. */
export const SMALL_THINGS = 1_000

/** `items.forEach(f)`, with a turn for everything else after every `part` of them, where the store lets others have theirs. */
export const eachInTurns = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  f: (item: A) => void,
  part: number = SMALL_THINGS,
): Effect.fn.Return<void> {
  for (let from = 0; from < items.length; from += part) {
    if (from > 0) yield* Effect.yieldNow
    const to = Math.min(items.length, from + part)
    for (let i = from; i < to; i++) f(items[i] as A)
  }
})
