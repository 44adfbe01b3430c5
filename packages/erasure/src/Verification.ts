/**
 * What a check of an erasure has found.
 *
 * @module
 */
import type { BytesErased } from "./Receipt.ts"

export interface OwnerVerification {
  /** `kind:name`. */
  readonly owner: string
  /** Memories of the person that are withdrawn. */
  readonly withdrawn: number
  /** Of these, how many have anything left that should be gone. */
  readonly leftovers: number
  /** Memories of the person that have words: written since, or missed. */
  readonly withWords: number
}

export interface WordsFound {
  readonly owner: string
  /** The words' place in the list that was asked for. */
  readonly word: number
  /** What holds it: a record or link type, with its key. */
  readonly type: string
  readonly key: string
  readonly attribute: string
}

export interface Verification {
  readonly subject: string
  /** Owners that know the person; none after a purge. */
  readonly owners: ReadonlyArray<OwnerVerification>
  /** Texts, of any owner, that still hold one of the words; the first 1,000. */
  readonly words: ReadonlyArray<WordsFound>
  /**
   * Withdrawn memories of the whole store, and index entries of them that only words can have made.
   * Absent where the store keeps no index pages.
   */
  readonly index?: { readonly withdrawn: number; readonly stray: number }
  readonly bytes: BytesErased
  /** Whether nothing of what was erased is left anywhere in the store. */
  readonly isClean: boolean
}
