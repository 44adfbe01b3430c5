/**
 * Where reference stores keep their owners: each a place of its own, or several of one process a
 * place together, as instances of one store.
 *
 * @module
 */
import type { OwnerState } from "./internal/OwnerState.ts"
import type { StoreWork } from "./StoreAdmin.ts"
import type { StoreSchema } from "./StoreSchema.ts"

/** To be handed on only. */
export interface MemoryPlace {
  /** By formatted name. */
  readonly owners: Map<string, OwnerState>
  /** All that its stores were opened with, together. */
  schema: StoreSchema | undefined
  /** Work that is under way, and the instance that does it. */
  work: { readonly name: StoreWork; readonly by: object } | undefined
}

export const makeMemoryPlace = (): MemoryPlace => ({
  owners: new Map(),
  schema: undefined,
  work: undefined,
})
