/**
 * Whether a page of postings holds any of some slots, as a test that a store may run wherever it
 * likes: it is handed over as source and uses nothing but its arguments.
 *
 * @module
 */
import type { PageSearch } from "@reminisce/store"
import { POSTINGS_SPACE } from "./IndexHead.ts"
import { KEYS_NAME } from "./KeyPage.ts"
import { LOST_NAME } from "./Lost.ts"
import { BLOCK_SLOTS } from "./PostingBlock.ts"

export interface HeldSlots {
  /** 1 for a slot that is looked for. */
  readonly slots: Uint8Array
  /** `BLOCK_SLOTS`. */
  readonly blockSlots: number
  /** Names of pages that are no postings. */
  readonly others: ReadonlyArray<string>
}

/** A page is written as `PostingBlock.ts` says. */
export const holdsAny = ({
  slots,
  blockSlots,
  others,
}: HeldSlots): ((name: string, number: number, bytes: Uint8Array) => boolean) => {
  const inGaps = (bytes: Uint8Array, base: number): boolean => {
    let slot = base - 1
    for (let at = 1; at < bytes.length; at++) {
      let gap = bytes[at] ?? 0
      if (gap > 127) gap = (gap & 127) | ((bytes[++at] ?? 127) << 7)
      slot += gap + 1
      if (slots[slot] === 1) return true
    }
    return false
  }
  const inBits = (bytes: Uint8Array, base: number): boolean => {
    for (let at = 1; at < bytes.length; at++)
      for (let rest = bytes[at] ?? 0; rest !== 0; rest &= rest - 1)
        if (slots[base + (at - 1) * 8 + 31 - Math.clz32(rest & -rest)] === 1) return true
    return false
  }
  return (name, number, bytes) => {
    const base = number * blockSlots
    if (others.includes(name)) return false
    return bytes[0] === 1 ? inBits(bytes, base) : inGaps(bytes, base)
  }
}

export const searchFor = (slots: Uint8Array): PageSearch => {
  const data: HeldSlots = { slots, blockSlots: BLOCK_SLOTS, others: [KEYS_NAME, LOST_NAME] }
  return { space: POSTINGS_SPACE, test: holdsAny.toString(), data }
}
