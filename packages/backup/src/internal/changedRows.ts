/**
 * What an owner's changes since a mark have touched, and the rows of it as they are now.
 *
 * @module
 */
import {
  formatOwner,
  type MemoryStore,
  type Owner,
  type StoreError,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { BackupInvalid, BeyondHorizon } from "../BackupError.ts"
import { MARKS } from "./files.ts"
import type { Mark } from "./Marks.ts"
import type { Line } from "./mergeLines.ts"
import { comparePlaces, depthOf, type Place } from "./rowOrder.ts"
import type { RowText } from "./rowText.ts"

/** Changes of one view. */
const CHANGES = 1_000

/** Where an owner stands in a view. */
export const markOf = (view: View): Effect.Effect<Mark, StoreError> => {
  const mark = { owner: formatOwner(view.owner), sequence: view.sequence }
  return view.sequence === 0
    ? Effect.succeed({ ...mark, plan: "" })
    : Effect.map(view.changes(view.sequence - 1, 1), ([last]) => ({
        ...mark,
        plan: last?.planId ?? "",
      }))
}

/** Places that were touched since the mark, in their order; none when nothing was. */
export const touchedSince = Effect.fnUntraced(function* (
  store: MemoryStore["Service"],
  owner: Owner,
  mark: Mark,
): Effect.fn.Return<ReadonlyArray<Place>, StoreError | BackupInvalid | BeyondHorizon> {
  const refused = new BackupInvalid({ reason: "other-store", file: MARKS })
  const { schema } = store
  const places = new Map<string, Place>()
  for (let from = mark.sequence; ; ) {
    const known = from
    const changes = yield* store
      .read(owner, (view) => {
        if (view.sequence < known) return Effect.succeed(undefined)
        // The mark's own plan comes with the first, to see that it is this store's.
        const isFirst = known === mark.sequence && known > 0
        return view.changes(isFirst ? known - 1 : known, CHANGES)
      })
      .pipe(
        Effect.catchIf(
          ({ reason }) => reason._tag === "Behind",
          () => Effect.fail(new BeyondHorizon()),
        ),
      )
    if (changes === undefined) return yield* refused
    for (const { sequence, planId, touched } of changes) {
      if (sequence === mark.sequence) {
        if (planId !== mark.plan) return yield* refused
        continue
      }
      for (const { type, key } of touched) {
        const place = { type, key, depth: depthOf(schema, { type, key }) }
        places.set(`${type} ${key}`, place)
      }
    }
    from = changes.at(-1)?.sequence ?? from
    if (changes.length < CHANGES) break
  }
  return [...places.values()].sort(comparePlaces)
})

/** The rows at these places as they are in this view, in the same order; `gone`: also of those that are not there. */
export const linesAt = Effect.fnUntraced(function* (
  view: View,
  text: RowText,
  places: ReadonlyArray<Place>,
  gone: boolean,
): Effect.fn.Return<ReadonlyArray<Line>, StoreError> {
  const texts = new Map<Place, string | undefined>()
  for (const [type, ofType] of Map.groupBy(places, (place) => place.type)) {
    const keys = ofType.map(({ key }) => key)
    const rows =
      ofType[0]?.depth === 0
        ? (yield* view.get(type, keys)).map((row) => row && text.ofRecord(row))
        : (yield* view.getLinks(type, keys)).map((row) => row && text.ofLink(row))
    for (const [i, place] of ofType.entries()) texts.set(place, rows[i])
  }
  return places.map((place) => {
    const found = texts.get(place)
    return found === undefined && gone
      ? { place, text: text.ofGone({ type: place.type, key: place.key }), isGone: true }
      : { place, text: found, isGone: false }
  })
})
