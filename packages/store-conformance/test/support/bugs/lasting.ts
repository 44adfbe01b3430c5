/**
 * Bugs of stores that outlive their layer and are shared.
 *
 * @module
 */
import { formatOwner, type MemoryPlace, type StoreRecord } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { PlantedBug } from "../PlantedBug.ts"
import { placed, placedCapabilities } from "../placed.ts"
import { type Change, relay } from "../relay.ts"
import { heedless } from "./committing.ts"

/** A store at a place, of which `open` makes a bad instance. */
const atPlace = (
  name: string,
  caughtBy: string,
  open: (place: MemoryPlace) => Change,
): PlantedBug => ({
  name,
  caughtBy,
  byProperties: false,
  capabilities: placedCapabilities,
  layer: placed(placedCapabilities, (place) =>
    relay(() => ({ options: () => ({ place, capabilities: placedCapabilities }), ...open(place) })),
  ),
})

/** Remembers the records it has shown and shows them again, whoever changed them. */
const stale = (): Change => {
  const known = new Map<string, StoreRecord>()
  return {
    view: (view) => ({
      ...view,
      get: (type, keys) =>
        Effect.map(view.get(type, keys), (found) =>
          found.map((record, i) => {
            const name = JSON.stringify([formatOwner(view.owner), type, keys[i]])
            const shown = known.get(name) ?? record
            if (shown !== undefined) known.set(name, shown)
            return shown
          }),
        ),
    }),
  }
}

export const lastingBugs: ReadonlyArray<PlantedBug> = [
  atPlace(
    "forgets its slots when it is closed",
    "reopened gives new slots and later instants, even when the clock was set back",
    (place) => {
      for (const { slots } of place.owners.values()) slots.clear()
      return {}
    },
  ),
  atPlace(
    "forgets its changes when it is closed",
    "reopened shows all that it showed before, and goes on from there",
    (place) => {
      for (const { changes } of place.owners.values()) changes.length = 0
      return {}
    },
  ),
  atPlace(
    "shows what it has shown before",
    "instances see each other's writes in their next view",
    stale,
  ),
  atPlace(
    "commits on whatever sequence another left",
    "instances race for one owner and keep every acknowledged write, once",
    heedless,
  ),
  atPlace(
    "leaves old records out of a new index",
    "host types are added to a store that is there, whose records have their place in new indexes",
    () => ({
      view: (view) => ({
        ...view,
        range: (index, options) =>
          index === "itemBySize" ? Effect.succeed([]) : view.range(index, options),
      }),
    }),
  ),
]
