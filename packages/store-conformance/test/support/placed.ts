/**
 * The reference as a store that outlives its layer, and is shared by the instances at a place: for
 * this process only, so that all of a persistent store can be tried but its other processes.
 *
 * @module
 */
import {
  extendSchema,
  type MemoryPlace,
  makeMemoryPlace,
  SchemaMismatch,
  type StoreCapabilities,
  StoreError,
  type StoreErrorReason,
  Unfinished,
  Unsupported,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Opening, OpenStore } from "../../src/index.ts"

export const placedCapabilities: StoreCapabilities = {
  transactionalPages: true,
  physicalErasure: false,
  hostTypes: true,
  persistent: true,
  maxPlanBytes: 256 * 1024 * 1024,
}

/** Gives the store its place's memory; `open` is told it. */
export const placed = (
  capabilities: StoreCapabilities,
  open: (place: MemoryPlace) => OpenStore,
): OpenStore => {
  const places = new Map<string, MemoryPlace>()
  return (opening) => {
    const place = places.get(opening.place) ?? makeMemoryPlace()
    places.set(opening.place, place)
    const reason = openingFault(capabilities, place, opening)
    return reason === undefined
      ? open(place)(opening)
      : Layer.unwrap(Effect.fail(new StoreError({ operation: "open", reason })))
  }
}

const openingFault = (
  { hostTypes }: StoreCapabilities,
  { schema: stored, work }: MemoryPlace,
  { schema: given }: Opening,
): StoreErrorReason | undefined => {
  if (work !== undefined) return new Unfinished({ work: work.name })
  if (stored === undefined) return undefined
  if (stored.version !== given.version)
    return new SchemaMismatch({ stored: stored.version, expected: given.version })
  const isSame = JSON.stringify(extendSchema(stored, given)) === JSON.stringify(stored)
  return hostTypes || isSame ? undefined : new Unsupported({ capability: "hostTypes" })
}
