/**
 * What takes a store from one version of the library's schema to the next.
 *
 * @module
 */
import type { Draft, StoreError, StoreSchema, View } from "@reminisce/store"
import type * as Effect from "effect/Effect"

export interface Conversion {
  readonly draft: Draft
  /** Where to go on, behind this; undefined when the owner is done. */
  readonly next: string | undefined
}

export interface UpgradeStep {
  /** The library's schema before the step; it leads to the version after. Later ones only add to it. */
  readonly before: StoreSchema
  /** Aspects that belong to the library from the next version on: a store that uses one is refused. */
  readonly reserves?: ReadonlyArray<string>
  /**
   * Fills what the next version adds, an owner a few rows at a time. It may be run again on rows it has
   * done already, and must then change nothing. Absent: there is nothing to write.
   */
  readonly convert?: (
    view: View,
    after: string | undefined,
  ) => Effect.Effect<Conversion, StoreError>
}

/** The steps to this library's version, oldest first. Version 1 is the first there is. */
export const memoryUpgrades: ReadonlyArray<UpgradeStep> = []
