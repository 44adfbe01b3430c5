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
      yield* editTrail(view, within(removedByTrail), within(addedByTrail), edits)
    }
    return edits
  })

const editTrail = (
  view: View,
  removed: ReadonlyArray<TrailPlace>,
  added: ReadonlyArray<TrailPlace>,
  edits: Map<string, LinkEdit>,
): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    const gone = new Set(removed.map(({ key }) => key))
    const gaps: Array<Gap> = []
    for (const place of [...removed, ...added].sort(comparePlaces)) {
      const last = gaps[gaps.length - 1]
      if (last !== undefined && isWithin(place, last)) continue
      gaps.push({
        before: yield* neighbour(view, place, gone, "descending"),
        after: yield* neighbour(view, place, gone, "ascending"),
      })
    }
    for (const { before, after } of gaps) {
      const between = added.filter((place) => isWithin(place, { before, after }))
      const chain = [before, ...between, after]
      for (let i = 0; i + 1 < chain.length; i++) {
        const left = chain[i]
        const right = chain[i + 1]
        if (left !== undefined) editOf(edits, left.key).next = right?.key ?? null
        if (right !== undefined) editOf(edits, right.key).previous = left?.key ?? null
      }
    }
  })

/** Places that stay, side by side in the trail; undefined beyond its ends. */
interface Gap {
  readonly before: TrailPlace | undefined
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
