/**
 * A view that ends with `Moved` when more is asked of it than one step should take.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { MOVED } from "./internal/steppedView.ts"
import type { StoreError } from "./StoreError.ts"
import type { View } from "./View.ts"

export interface Brevity {
  /** Rows asked for by key and rows answered, pages included, and one for each question. Default 1,000: some 10 milliseconds. */
  readonly rows?: number
  /** Pages that count as one row. Default 1. */
  readonly pagesPerRow?: number
  /** Told when more is asked: whoever catches the failure then goes on with nothing. */
  readonly onSpent?: () => void
}

export const briefView = (
  view: View,
  { rows: allowed = 1_000, pagesPerRow = 1, onSpent }: Brevity = {},
): View => {
  let left = allowed
  const charge = (rows: number): Effect.Effect<void, StoreError> => {
    left -= rows
    if (left >= 0) return Effect.void
    onSpent?.()
    return Effect.fail(MOVED)
  }
  const known = <A>(
    asked: ReadonlyArray<unknown>,
    question: Effect.Effect<A, StoreError>,
    perRow = 1,
  ): Effect.Effect<A, StoreError> =>
    Effect.flatMap(
      Effect.suspend(() => charge(asked.length / perRow + 1)),
      () => question,
    )
  /** Asks for one row more than may still come, at most: if it comes, not all have. */
  const upTo = <A>(
    limit: number,
    question: (most: number) => Effect.Effect<ReadonlyArray<A>, StoreError>,
  ): Effect.Effect<ReadonlyArray<A>, StoreError> =>
    Effect.suspend(() => {
      const most = Math.floor(Math.max(left, 0)) + 1
      return Effect.flatMap(question(Math.min(limit, most)), (rows) =>
        Effect.as(charge(rows.length + 1), rows),
      )
    })
  return {
    ...view,
    get: (type, keys) => known(keys, view.get(type, keys)),
    atSlots: (type, slots) => known(slots, view.atSlots(type, slots)),
    getLinks: (link, keys) => known(keys, view.getLinks(link, keys)),
    page: (space, ids) => known(ids, view.page(space, ids), pagesPerRow),
    pages: (space, names) => known(names, view.pages(space, names), pagesPerRow),
    scan: (type, options) => upTo(options.limit, (limit) => view.scan(type, { ...options, limit })),
    scanLinks: (link, options) =>
      upTo(options.limit, (limit) => view.scanLinks(link, { ...options, limit })),
    pageNames: (space, options) =>
      upTo(options.limit, (limit) => view.pageNames(space, { ...options, limit })),
    changes: (sequence, limit) => upTo(limit, (most) => view.changes(sequence, most)),
    range: (index, options) =>
      upTo(options.limit, (limit) => view.range(index, { ...options, limit })),
    linked: (link, role, players, options) =>
      known(
        players,
        upTo(options.limit, (limit) => view.linked(link, role, players, { ...options, limit })),
      ),
  }
}
