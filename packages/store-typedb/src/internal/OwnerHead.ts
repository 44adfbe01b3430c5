/**
 * Where an owner stands. Every answer about an owner carries its sequence, because each comes from a
 * snapshot of its own.
 *
 * @module
 */
import type { EpochMillis } from "@reminisce/store"
import type { OneShot } from "./GivenRowsDriver.ts"
import { type Layout, OWN, type RecordEntity, slotsLabel } from "./Layout.ts"

export interface OwnerHead {
  /** An `ownerKey`. */
  readonly owner: string
  /** False before the owner's first write. */
  readonly exists: boolean
  readonly sequence: number
  readonly lastAt: EpochMillis | undefined
  /** The sequence of the newest change that is no longer kept; 0 when all are. */
  readonly floor: number
  /** Slots given so far, by record type. */
  readonly slots: { readonly [type: string]: number }
}

const slottedOf = (layout: Layout): ReadonlyArray<RecordEntity> =>
  [...layout.records.values()].filter(({ slotted }) => slotted)

/** Where an owner stands, in which state of the store. */
export interface Look {
  readonly version: number
  readonly revision: number
  readonly head: OwnerHead
}

/** Answers one document, whether there is such an owner or not. */
export const lookQuestion = (layout: Layout, owner: string): OneShot => {
  const slots = slottedOf(layout).map((entity) => `"${entity.type}": $head.${slotsLabel(entity)}`)
  return {
    transactionType: "read",
    query: `given $owner: string;
match $store isa ${OWN.store};
fetch { "version": $store.${OWN.storeVersion}, "revision": $store.${OWN.storeRevision}, "heads": [
  match $head isa ${OWN.owner}, has ${OWN.headKey} == $owner;
  fetch { "sequence": $head.${OWN.sequence}, "lastAt": $head.${OWN.lastAt},
    "floor": $head.${OWN.floor}${slots.length === 0 ? "" : `, "slots": { ${slots.join(", ")} }`} };
] };`,
    givenRows: [{ owner }],
  }
}

/** Undefined where the store itself is gone. */
export const lookOf = (
  layout: Layout,
  owner: string,
  answers: ReadonlyArray<unknown>,
): Look | undefined => {
  const [answer] = answers as ReadonlyArray<LookDocument>
  if (answer === undefined) return undefined
  const { version, revision, heads } = answer
  const [found] = heads
  return {
    version,
    revision,
    head: {
      owner,
      exists: found !== undefined,
      sequence: found?.sequence ?? 0,
      lastAt: found?.lastAt ?? undefined,
      floor: found?.floor ?? 0,
      slots: Object.fromEntries(
        slottedOf(layout).map(({ type }) => [type, found?.slots?.[type] ?? 0]),
      ),
    },
  }
}

interface LookDocument {
  readonly version: number
  readonly revision: number
  readonly heads: ReadonlyArray<{
    readonly sequence: number
    readonly lastAt: number | null
    readonly floor: number
    readonly slots?: { readonly [type: string]: number | null }
  }>
}
