/**
 * A store with one bug, of a kind that adapters really have, and ways to make one.
 *
 * @module
 */
import type { Plan, StoreCapabilities, View } from "@reminisce/store"
import type { OpenStore } from "../../src/index.ts"
import { type Change, relay } from "./relay.ts"

export interface PlantedBug {
  readonly name: string
  readonly layer: OpenStore
  /** Group and name of the check. */
  readonly caughtBy: string
  /** Whether random plans and questions find it too, without knowing what to look for. */
  readonly byProperties: boolean
  readonly capabilities?: StoreCapabilities
}

export const bug = (
  name: string,
  caughtBy: string,
  changeOf: () => Change,
  byProperties = true,
): PlantedBug => ({ name, caughtBy, byProperties, layer: relay(changeOf) })

export const inView = (
  name: string,
  caughtBy: string,
  change: (view: View) => Partial<View>,
  byProperties = true,
): PlantedBug =>
  bug(name, caughtBy, () => ({ view: (view) => ({ ...view, ...change(view) }) }), byProperties)

export const inPlan = (
  name: string,
  caughtBy: string,
  change: (plan: Plan) => Partial<Plan>,
  byProperties = true,
): PlantedBug =>
  bug(name, caughtBy, () => ({ plan: (plan) => ({ ...plan, ...change(plan) }) }), byProperties)
