/**
 * Work on each of many things that gives way in between.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Small things from one turn of everything else to the next: some milliseconds at most. */
const PART = 1_000

/** `items.map(f)`, with a turn for everything else after every `part` of them, where the store lets others have theirs. */
export const mapInTurns = Effect.fnUntraced(function* <A, B>(
  items: ReadonlyArray<A>,
  f: (item: A) => B,
  part: number = PART,
): Effect.fn.Return<ReadonlyArray<B>> {
  if (items.length <= part) return items.map(f)
  const mapped: Array<B> = []
  for (let from = 0; from < items.length; from += part) {
    if (from > 0) yield* Effect.yieldNow
    const to = Math.min(items.length, from + part)
    for (let i = from; i < to; i++) mapped.push(f(items[i] as A))
  }
  return mapped
})
