/**
 * All of reminisce over the store an address names.
 *
 * @module
 */
import * as Layer from "effect/Layer"
import {
  type Invalid,
  layer,
  layerOver,
  layerSealing,
  type ReminisceServices,
  type StoreError,
  sealedSchema,
} from "reminisce"
import type { Environment } from "../Command.ts"
import { absentFile } from "../preflight.ts"
import type { StoreAddress } from "./StoreAddress.ts"
import { type SealingPlace, sealingFault } from "./sealing.ts"

/** A store, how it is reached, and whether words about people are sealed in it. */
export interface MemoryPlace {
  readonly store: StoreAddress
  readonly environment: Environment
  readonly sealing: SealingPlace | undefined
}

/** Unbuilt, or a sentence that says why it may not be and what helps. */
export const memoryLayer = async (
  { environment, sealing, store }: MemoryPlace,
  create: boolean,
): Promise<Layer.Layer<ReminisceServices, StoreError | Invalid> | string> => {
  const fault = sealingFault(sealing)
  if (fault !== undefined) return fault
  if (store.kind === "sqlite") {
    const { filename } = store
    return (
      absentFile(filename, create) ??
      layer({ filename, ...(sealing === undefined ? {} : { sealing }) })
    )
  }
  const { serverStore } = await import("./serverStore.ts")
  const opened = await serverStore(store, environment, create)
  if (!opened.ok) return opened.sentence
  return sealing === undefined
    ? layerOver(opened.open({}))
    : layerOver(opened.open({ schema: sealedSchema })).pipe(
        Layer.provideMerge(layerSealing(sealing)),
      )
}
