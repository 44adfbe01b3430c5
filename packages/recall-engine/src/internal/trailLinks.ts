/**
 * Keeps each trail a linked list by (ordinal, key): which neighbours change when places in it are
 * taken or given up.
 *
 * @module
 */
import { compareText, type RangeEntry, type StoreError, type View } from "@reminisce/store"
import * as Effect from "effect/Effect"

export interface TrailPlace {
  readonly trail: string
  readonly ordinal: number
  readonly key: string
}

/** New neighbours by key; an undefined side keeps what it had, `null` is the end of the trail. */
export interface LinkEdit {
  previous?: string | null
  next?: string | null
}

/** `view` is the state before `removed` and `added`. */
export const editTrails = (
  view: View,
  removed: ReadonlyArray<TrailPlace>,
  added: ReadonlyArray<TrailPlace>,
): Effect.Effect<ReadonlyMap<string, LinkEdit>, StoreError> =>
  Effect.gen(function* () {
    const edits = new Map<string, LinkEdit>()
    const removedByTrail = Map.groupBy(removed, ({ trail }) => trail)
    const addedByTrail = Map.groupBy(added, ({ trail }) => trail)
    for (const trail of new Set([...removedByTrail.keys(), ...addedByTrail.keys()])) {
      const within = (places: ReadonlyMap<string, ReadonlyArray<TrailPlace>>) =>
        (places.get(trail) ?? []).toSorted(comparePlaces)
      yield* editTrail(view, trail, within(removedByTrail), within(addedByTrail), edits)
    }
    return edits
  })

const editTrail = (
  view: View,
  trail: string,
  removed: ReadonlyArray<TrailPlace>,
  added: ReadonlyArray<TrailPlace>,
  edits: Map<string, LinkEdit>,
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const gone = new Set(removed.map(({ key }) => key))
    const isAdded = new Set(added)
    const places = [...removed, ...added].sort(comparePlaces)
    const staying = places.length > 1 ? yield* wholeTrail(view, trail, gone) : undefined
    const beside = (place: TrailPlace, order: "ascending" | "descending") =>
      staying === undefined
        ? neighbour(view, place, gone, order)
        : Effect.succeed(
            order === "ascending"
              ? staying.find((each) => comparePlaces(each, place) > 0)
              : staying.findLast((each) => comparePlaces(each, place) < 0),
          )
    const gaps: Array<Gap> = []
    for (const place of places) {
      let gap = gaps[gaps.length - 1]
      if (gap === undefined || !isWithin(place, gap)) {
        const before = yield* beside(place, "descending")
        gap = { before, between: [], after: yield* beside(place, "ascending") }
        gaps.push(gap)
      }
      if (isAdded.has(place)) gap.between.push(place)
    }
    for (const { before, between, after } of gaps) {
      const chain = [before, ...between, after]
      for (let i = 0; i + 1 < chain.length; i++) {
        const left = chain[i]
        const right = chain[i + 1]
        if (left !== undefined) editOf(edits, left.key).next = right?.key ?? null
        if (right !== undefined) editOf(edits, right.key).previous = left?.key ?? null
      }
    }
  })

/** Places up to which a trail in which several are taken or given up is read at once. */
const SHORT = 64

/** Those that stay, in order; undefined of a longer trail. */
const wholeTrail = (
  view: View,
  trail: string,
  gone: ReadonlySet<string>,
): Effect.Effect<ReadonlyArray<TrailPlace> | undefined, StoreError> =>
  Effect.map(view.range("memoryByTrail", { prefix: [trail], limit: SHORT }), (found) =>
    found.length === SHORT
      ? undefined
      : found
          .filter(({ key }) => !gone.has(key))
          .map(({ values, key }) => ({ trail, ordinal: Number(values[1]), key })),
  )

/** Places that stay, side by side in the trail, undefined beyond its ends, and what is put between them. */
interface Gap {
  readonly before: TrailPlace | undefined
  readonly between: Array<TrailPlace>
  readonly after: TrailPlace | undefined
}

const isWithin = (place: TrailPlace, { before, after }: Gap): boolean =>
  (before === undefined || comparePlaces(before, place) < 0) &&
  (after === undefined || comparePlaces(place, after) < 0)

const comparePlaces = (a: TrailPlace, b: TrailPlace): number =>
  a.ordinal - b.ordinal || compareText(a.key, b.key)

const editOf = (edits: Map<string, LinkEdit>, key: string): LinkEdit => {
  const known = edits.get(key)
  if (known !== undefined) return known
  const made: LinkEdit = {}
  edits.set(key, made)
  return made
}

/** The nearest place on one side that stays. */
const neighbour = (
  view: View,
  { trail, ordinal, key }: TrailPlace,
  gone: ReadonlySet<string>,
  order: "ascending" | "descending",
): Effect.Effect<TrailPlace | undefined, StoreError> =>
  Effect.gen(function* () {
    let after: RangeEntry = { values: [trail, ordinal], key }
    for (let limit = 2; ; limit = Math.min(limit * 4, 1_000)) {
      const found = yield* view.range("memoryByTrail", { prefix: [trail], after, limit, order })
      const staying = found.find((entry) => !gone.has(entry.key))
      if (staying !== undefined)
        return { trail, ordinal: Number(staying.values[1]), key: staying.key }
      const last = found[found.length - 1]
      if (last === undefined || found.length < limit) return undefined
      after = last
    }
  })
