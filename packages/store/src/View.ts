/**
 * One owner, read at one sequence. Every method takes many keys at once. Asking for what the schema
 * does not declare fails with `QuestionRefused`; asking a view whose `read` or `update` has ended is a
 * defect; pages of a store without `transactionalPages` fail with `Unsupported`.
 *
 * @module
 */
import type * as Effect from "effect/Effect"
import type { Owner } from "./Owner.ts"
import type { StoreError } from "./StoreError.ts"
import type { Ref, StoreLink, StoreRecord } from "./StoreRecord.ts"
import type { EpochMillis, Value } from "./Value.ts"

/** Most entries one `range`, `scan`, `scanLinks`, `linked`, `pageNames` or `changes` may ask for. */
export const RANGE_LIMIT = 10_000

export interface RangeOptions {
  /** Values of the index's first attributes, in order and of their kinds; may be empty. */
  readonly prefix: ReadonlyArray<Value>
  /** Bounds of the attribute after the prefix, which must be one: `from` included, `to` excluded. */
  readonly from?: Value
  readonly to?: Value
  /** Continues behind this entry, the last of the page before. */
  readonly after?: RangeEntry
  /** 1 to `RANGE_LIMIT`. */
  readonly limit: number
  /** Default `ascending`. Descending reverses values and keys alike. */
  readonly order?: "ascending" | "descending"
}

export interface RangeEntry {
  /** The entry's values of the index's attributes, in the index's order. */
  readonly values: ReadonlyArray<Value>
  readonly key: string
}

/** A piece of derived data; its meaning belongs to the deriver of its space. */
export interface PageId {
  readonly name: string
  /** 0 to 2^31 - 1. */
  readonly number: number
}

export interface Page extends PageId {
  readonly bytes: Uint8Array
}

/** One committed plan. */
export interface Change {
  readonly sequence: number
  readonly planId: string
  readonly at: EpochMillis
  /** What it created, set, unset, dropped, linked or unlinked, by type, then key, each once. Not its pages. */
  readonly touched: ReadonlyArray<Ref>
}

export interface View {
  readonly owner: Owner
  /** Number of plans committed for this owner; 0 for an owner nobody has written to. */
  readonly sequence: number
  /** Instant of the last plan, or undefined at sequence 0. */
  readonly lastAt: EpochMillis | undefined

  /** Aligned with `keys`, which may repeat; undefined where there is no such record. */
  readonly get: (
    type: string,
    keys: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<StoreRecord | undefined>, StoreError>
  /** Aligned with `slots`; for `slotted` types. Undefined where the slot is free or its record was dropped. */
  readonly atSlots: (
    type: string,
    slots: ReadonlyArray<number>,
  ) => Effect.Effect<ReadonlyArray<StoreRecord | undefined>, StoreError>
  /** How many slots of the type were ever given: the next record gets this number. */
  readonly slots: (type: string) => Effect.Effect<number, StoreError>
  /** Records of a type by key, behind `after`. */
  readonly scan: (
    type: string,
    options: { readonly after?: string; readonly limit: number },
  ) => Effect.Effect<ReadonlyArray<StoreRecord>, StoreError>
  /** Entries of a declared index, in its order. */
  readonly range: (
    index: string,
    options: RangeOptions,
  ) => Effect.Effect<ReadonlyArray<RangeEntry>, StoreError>
  /** Number of entries under a prefix. */
  readonly count: (index: string, prefix: ReadonlyArray<Value>) => Effect.Effect<number, StoreError>

  /** Links in which any of `players` plays `role`, by link key, each once, behind `after`. `eachLinked` goes through all of them. */
  readonly linked: (
    link: string,
    role: string,
    players: ReadonlyArray<Ref>,
    options: { readonly after?: string; readonly limit: number },
  ) => Effect.Effect<ReadonlyArray<StoreLink>, StoreError>
  /** Aligned with `keys`, which are link keys. */
  readonly getLinks: (
    link: string,
    keys: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<StoreLink | undefined>, StoreError>
  /** Links of a type by key, behind `after`. */
  readonly scanLinks: (
    link: string,
    options: { readonly after?: string; readonly limit: number },
  ) => Effect.Effect<ReadonlyArray<StoreLink>, StoreError>

  /** Aligned with `ids`; undefined where there is no such page. */
  readonly page: (
    space: string,
    ids: ReadonlyArray<PageId>,
  ) => Effect.Effect<ReadonlyArray<Uint8Array | undefined>, StoreError>
  /** All pages of each name, by number; aligned with `names`. */
  readonly pages: (
    space: string,
    names: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<Page>>, StoreError>
  /** Pages of a tracked space that a plan after `sequence` wrote, by name and number. */
  readonly pagesSince: (
    space: string,
    sequence: number,
  ) => Effect.Effect<ReadonlyArray<Page>, StoreError>
  /** Names that have pages, by UTF-8 bytes, behind `after`. */
  readonly pageNames: (
    space: string,
    options: { readonly after?: string; readonly limit: number },
  ) => Effect.Effect<ReadonlyArray<string>, StoreError>

  /**
   * Plans committed after `sequence`, oldest first, 1 to `RANGE_LIMIT` of them. Fails with `Behind`
   * when not all of them are kept any more, and for a negative `sequence`.
   */
  readonly changes: (
    sequence: number,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<Change>, StoreError>
}
