/**
 * Links of many memories, asked for only where the owner has any of that type: most owners have none
 * of most types.
 *
 * @module
 */
import type { Ref, StoreError, StoreLink, View } from "@reminisce/store"
import * as Effect from "effect/Effect"

export const hasNone = (view: View, type: string): Effect.Effect<boolean, StoreError> =>
  Effect.map(view.scanLinks(type, { limit: 1 }), (links) => links.length === 0)

export const linksOf = (
  view: View,
  type: string,
  role: string,
  players: ReadonlyArray<Ref>,
): Effect.Effect<ReadonlyArray<StoreLink>, StoreError> =>
  Effect.flatMap(hasNone(view, type), (none) =>
    none ? Effect.succeed([]) : view.linked(type, role, players),
  )

/** That one of these follows from another memory, or another from it: what a contradiction may be about. */
export const derivationsOf = Effect.fnUntraced(function* (
  view: View,
  refs: ReadonlyArray<Ref>,
): Effect.fn.Return<ReadonlyArray<Ref>, StoreError> {
  return [
    ...(yield* view.linked("derivation", "conclusion", refs)),
    ...(yield* view.linked("derivation", "ground", refs)),
  ].map(({ type, key }) => ({ type, key }))
})
