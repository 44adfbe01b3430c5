/**
 * What each of many things becomes, worked out giving way in between.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { eachInTurns, SMALL_THINGS } from "./eachInTurns.ts"

/** `items.map(f)`, with a turn for everything else after every `part` of them, where the store lets others have theirs. */
export const mapInTurns = <A, B>(
  items: ReadonlyArray<A>,
  f: (item: A) => B,
  part: number = SMALL_THINGS,
): Effect.Effect<ReadonlyArray<B>> =>
  Effect.suspend(() => {
    if (items.length <= part) return Effect.succeed(items.map(f))
    const mapped: Array<B> = []
    return Effect.as(
      eachInTurns(items, (item) => void mapped.push(f(item)), part),
      mapped,
    )
  })
