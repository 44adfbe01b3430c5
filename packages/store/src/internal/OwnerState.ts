/**
 * What the reference store keeps of one owner.
 *
 * @module
 */
import type { Owner } from "../Owner.ts"
import type { StoreLink, StoreRecord } from "../StoreRecord.ts"
import type { EpochMillis } from "../Value.ts"
import type { Change } from "../View.ts"

interface StoredPage {
  readonly bytes: Uint8Array
  /** Of the plan that wrote it. */
  readonly sequence: number
}

/** Maps are keyed by type, then key; pages by space, then name, then number. */
export interface OwnerState {
  readonly owner: Owner
  sequence: number
  lastAt: EpochMillis | undefined
  readonly records: Map<string, Map<string, StoreRecord>>
  /** The key that was given each slot. */
  readonly slots: Map<string, Array<string>>
  readonly links: Map<string, Map<string, StoreLink>>
  readonly pages: Map<string, Map<string, Map<number, StoredPage>>>
  readonly changes: Array<Change>
}

export const emptyState = ({ kind, name }: Owner): OwnerState => ({
  owner: { kind, name },
  sequence: 0,
  lastAt: undefined,
  records: new Map(),
  slots: new Map(),
  links: new Map(),
  pages: new Map(),
  changes: [],
})
