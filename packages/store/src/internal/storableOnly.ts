/**
 * Text that no store can hold names nothing. It is kept from the engines, some of which would turn
 * it into other text and find that.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { valueFault } from "../Value.ts"

export const isStorable = (text: string): boolean => valueFault("text", text) === undefined

/** Asks for the items named by storable text. The answer is aligned with all items. */
export const storableOnly = <I, A, E>(
  items: ReadonlyArray<I>,
  nameOf: (item: I) => string,
  absent: A,
  ask: (storable: ReadonlyArray<I>) => Effect.Effect<ReadonlyArray<A>, E>,
): Effect.Effect<ReadonlyArray<A>, E> => {
  const isAskable = (item: I): boolean => isStorable(nameOf(item))
  if (items.every(isAskable)) return ask(items)
  return Effect.map(ask(items.filter(isAskable)), (found) => {
    let next = 0
    return items.map((item) => (isAskable(item) ? (found[next++] ?? absent) : absent))
  })
}
