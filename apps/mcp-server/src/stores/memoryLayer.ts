/**
 * All of reminisce over the store an address names.
 *
 * @module
 */
import type * as Layer from "effect/Layer"
import { type Invalid, layer, layerOver, type ReminisceServices, type StoreError } from "reminisce"
import type { Environment } from "../Command.ts"
import { absentFile } from "../preflight.ts"
import type { StoreAddress } from "./StoreAddress.ts"

/** Unbuilt, or a sentence that says why it may not be and what helps. */
export const memoryLayer = async (
  address: StoreAddress,
  environment: Environment,
  create: boolean,
): Promise<Layer.Layer<ReminisceServices, StoreError | Invalid> | string> => {
  if (address.kind === "sqlite")
    return absentFile(address.filename, create) ?? layer({ filename: address.filename })
  const { serverStore } = await import("./serverStore.ts")
  const opened = await serverStore(address, environment, create)
  return opened.ok ? layerOver(opened.layer) : opened.sentence
}
