/**
 * Records and links as they are read back: plain data, one owner's, frozen at a sequence.
 *
 * @module
 */
import { type Attributes, compareText } from "./Value.ts"

/** What a record or link is called within its owner. */
export interface Ref {
  readonly type: string
  readonly key: string
}

export interface StoreRecord extends Ref {
  /** Present exactly for `slotted` types. */
  readonly slot?: number
  /** Absent optional attributes are left out; a `many` attribute is always there, empty or not. */
  readonly attributes: Attributes
}

export interface LinkEnds {
  readonly [role: string]: Ref
}

export interface StoreLink extends Ref {
  readonly ends: LinkEnds
  readonly attributes: Attributes
}

/** Between the parts of a link's key; no record key holds it, for keys hold no control characters. */
const SEPARATOR = "\u001f"

/** A link's key follows from its ends, so that equal ends are the same link. */
export const linkKey = (ends: ReadonlyArray<Ref>): string =>
  ends.map((end) => `${end.type}${SEPARATOR}${end.key}`).join(SEPARATOR)

export const compareRefs = (a: Ref, b: Ref): number =>
  compareText(a.type, b.type) || compareText(a.key, b.key)
