/**
 * Links of many memories, asked for only where the owner has any of that type: most owners have none
 * of most types.
 *
 * @module
 */
import {
  allLinked,
  eachLinked,
  type Ref,
  type StoreError,
  type StoreLink,
  type View,
} from "@reminisce/store"
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
    none ? Effect.succeed([]) : allLinked(view, type, role, players),
  )

/**
 * Hands over what a contradiction of these may be about: they themselves, then page by page that one
 * of them follows from another memory, or another from it, which may be very many.
 */
export const eachClaim = Effect.fnUntraced(function* (
  view: View,
  refs: ReadonlyArray<Ref>,
  use: (claims: ReadonlyArray<Ref>) => Effect.Effect<void, StoreError>,
): Effect.fn.Return<void, StoreError> {
  yield* use(refs)
  for (const role of ["conclusion", "ground"])
    yield* eachLinked(view, "derivation", role, refs, use)
})
