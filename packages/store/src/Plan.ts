/**
 * A plan: all the writes of one decision, as data, for one owner. A plan does not read its own
 * writes and does not nest; drafts are joined by `joinDrafts`.
 *
 * @module
 */
import type { LinkEnds, Ref } from "./StoreRecord.ts"
import type { Attributes, EpochMillis } from "./Value.ts"

/** Longest key of a record, in bytes of UTF-8. */
export const KEY_CAP_BYTES = 512

/** Longest name of a page, in bytes of UTF-8. */
export const PAGE_NAME_CAP_BYTES = 512

export interface RecordWrite extends Ref {
  readonly attributes: Attributes
}

export interface LinkWrite {
  readonly type: string
  readonly ends: LinkEnds
  readonly attributes: Attributes
}

export interface AttributeRemoval extends Ref {
  readonly attributes: ReadonlyArray<string>
}

export interface PageWrite {
  readonly space: string
  /** Text as `Value.ts` has it, of at most `PAGE_NAME_CAP_BYTES`; may be empty. */
  readonly name: string
  /** 0 to 2^31 - 1. */
  readonly number: number
  /** Undefined removes the page. */
  readonly bytes: Uint8Array | undefined
}

/** What a decision wants written. Each list may be left out. */
export interface Draft {
  /** New records. A key is 1 to `KEY_CAP_BYTES`, holds no control character, and is free within its type. */
  readonly create?: ReadonlyArray<RecordWrite>
  /** Attributes of existing records or links to replace; the others stay. */
  readonly set?: ReadonlyArray<RecordWrite>
  /** Optional or many attributes to remove. */
  readonly unset?: ReadonlyArray<AttributeRemoval>
  /** Records of droppable types to remove; no link may be left on them. */
  readonly drop?: ReadonlyArray<Ref>
  /** New links; ends may be created by the same plan. A link that exists already is refused. */
  readonly link?: ReadonlyArray<LinkWrite>
  /** Existing links to remove, by type and link key. */
  readonly unlink?: ReadonlyArray<Ref>
  /** Pages the decision itself writes; derivers add theirs. */
  readonly pages?: ReadonlyArray<PageWrite>
}

/** A draft made ready to commit. It applies to sequence `base` and to no other. */
export interface Plan extends Required<Draft> {
  readonly base: number
  /** 32 hexadecimal digits by chance; finds the plan again when the answer to its commit was lost. */
  readonly id: string
  readonly at: EpochMillis
}

/** What `decide` answers: the caller's value, and what to write, if anything. */
export interface Decision<A> {
  readonly answer: A
  readonly draft?: Draft
}

/** Drafts one after the other, as one. Two that write the same attribute are refused at commit. */
export const joinDrafts = (...drafts: ReadonlyArray<Draft>): Required<Draft> => ({
  create: joinLists(drafts.map((draft) => draft.create)),
  set: joinLists(drafts.map((draft) => draft.set)),
  unset: joinLists(drafts.map((draft) => draft.unset)),
  drop: joinLists(drafts.map((draft) => draft.drop)),
  link: joinLists(drafts.map((draft) => draft.link)),
  unlink: joinLists(drafts.map((draft) => draft.unlink)),
  pages: joinLists(drafts.map((draft) => draft.pages)),
})

const joinLists = <T>(lists: ReadonlyArray<ReadonlyArray<T> | undefined>): ReadonlyArray<T> =>
  (EMPTY as ReadonlyArray<T>).concat(...lists.filter((list) => list !== undefined))

const EMPTY: ReadonlyArray<never> = []

export const isEmptyDraft = ({
  create = EMPTY,
  set = EMPTY,
  unset = EMPTY,
  drop = EMPTY,
  link = EMPTY,
  unlink = EMPTY,
  pages = EMPTY,
}: Draft): boolean =>
  create.length +
    set.length +
    unset.length +
    drop.length +
    link.length +
    unlink.length +
    pages.length ===
  0
