/**
 * A view that ends with `Moved` when more is asked of it than one step should take.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { View } from "../View.ts"
import { MOVED } from "./steppedView.ts"

/** Rows asked for by key and rows answered, pages included: some 10 milliseconds. */
const ROWS = 1_000

export const briefView = (view: View): View => {
  let left = ROWS
  const charge = (rows: number): Effect.Effect<void, StoreError> => {
    left -= rows
    return left < 0 ? Effect.fail(MOVED) : Effect.void
  }
  const known = <A>(
    asked: ReadonlyArray<unknown>,
    question: Effect.Effect<A, StoreError>,
  ): Effect.Effect<A, StoreError> =>
    Effect.flatMap(
      Effect.suspend(() => charge(asked.length)),
      () => question,
    )
  /** Asks for one row more than may still come, at most: then not all have. */
  const upTo = <A>(
    limit: number | undefined,
    question: (most: number) => Effect.Effect<ReadonlyArray<A>, StoreError>,
  ): Effect.Effect<ReadonlyArray<A>, StoreError> =>
    Effect.flatMap(
      Effect.suspend(() => question(Math.min(limit ?? left + 1, left + 1))),
      (rows) => Effect.as(charge(rows.length), rows),
    )
  return {
    ...view,
    get: (type, keys) => known(keys, view.get(type, keys)),
    atSlots: (type, slots) => known(slots, view.atSlots(type, slots)),
    getLinks: (link, keys) => known(keys, view.getLinks(link, keys)),
    page: (space, ids) => known(ids, view.page(space, ids)),
    pages: (space, names) => known(names, view.pages(space, names)),
    scan: (type, options) => upTo(options.limit, (limit) => view.scan(type, { ...options, limit })),
    scanLinks: (link, options) =>
      upTo(options.limit, (limit) => view.scanLinks(link, { ...options, limit })),
    range: (index, options) =>
      upTo(options.limit, (limit) => view.range(index, { ...options, limit })),
    linked: (link, role, players, limit) =>
      known(
        players,
        upTo(limit, (most) => view.linked(link, role, players, most)),
      ),
  }
}
