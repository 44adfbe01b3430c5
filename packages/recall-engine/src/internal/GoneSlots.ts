/**
 * Memories that have lost their words while the postings still have them: kept as a term of its own
 * until the pages are swept.
 *
 * @module
 */
import {
  type PageWrite,
  RANGE_LIMIT,
  type StoreError,
  type StoreRecord,
  type View,
} from "@reminisce/store"
import * as Effect from "effect/Effect"
import { POSTINGS_SPACE } from "./IndexHead.ts"
import { KEYS_NAME } from "./KeyPage.ts"
import { wordlessTerms } from "./memoryTerms.ts"
import { BLOCK_SLOTS, decodeBlock, decodeWhole, editBlock, encodeBlock } from "./PostingBlock.ts"

/** No analyser makes such a term. */
export const GONE = "@@gone"

/** Slots marked as gone, ascending. */
export const readGone = (view: View): Effect.Effect<ReadonlyArray<number>, StoreError> =>
  Effect.map(view.pages(POSTINGS_SPACE, [GONE]), ([blocks = []]) => {
    const slots = new Uint32Array(blocks.length * BLOCK_SLOTS)
    const count = blocks.reduce(
      (sum, { number, bytes }) => decodeWhole(bytes, number, slots, sum),
      0,
    )
    return [...slots.subarray(0, count)]
  })

/** Records read in one step. */
export const GONE_STEP = Math.min(500, RANGE_LIMIT)

export class GoneSlots {
  /** 1 for each that is gone. */
  private readonly gone: Uint8Array
  /** Terms such memories keep, with the slots that keep them. */
  private readonly kept = new Map<string, Set<number>>()
  private readonly slots = new Uint32Array(BLOCK_SLOTS)
  private readonly offsets = new Uint32Array(BLOCK_SLOTS)

  constructor(slots: ReadonlyArray<number>) {
    this.gone = new Uint8Array((slots.at(-1) ?? -1) + 1)
    for (const slot of slots) this.gone[slot] = 1
  }

  /** Notes what the emptied memories are still indexed by. */
  keep(records: ReadonlyArray<StoreRecord>): void {
    for (const { slot = -1, attributes } of records) {
      for (const term of wordlessTerms(attributes)) {
        const known = this.kept.get(term)
        if (known === undefined) this.kept.set(term, new Set([slot]))
        else known.add(slot)
      }
    }
  }

  /** The write that takes them out of a page, or undefined where none is in it. */
  sweep(name: string, number: number, bytes: Uint8Array): PageWrite | undefined {
    if (name === KEYS_NAME || name === GONE) return undefined
    if (decodeBlock(bytes, number, this.slots, 0, this.gone) === 0) return undefined
    const count = decodeWhole(bytes, number, this.slots, 0)
    const keep = this.kept.get(name)
    const base = number * BLOCK_SLOTS
    let staying = 0
    for (let i = 0; i < count; i++) {
      const slot = this.slots[i] as number
      if (this.gone[slot] === 1 && keep?.has(slot) !== true) continue
      this.offsets[staying++] = slot - base
    }
    return staying === count
      ? undefined
      : { space: POSTINGS_SPACE, name, number, bytes: encodeBlock(this.offsets, staying) }
  }

  /** Takes the marks of exactly these away; others may have been set meanwhile. */
  unmark(view: View): Effect.Effect<ReadonlyArray<PageWrite>, StoreError> {
    return Effect.map(view.pages(POSTINGS_SPACE, [GONE]), ([blocks = []]) =>
      blocks.map(({ number, bytes }) => {
        const count = decodeWhole(bytes, number, this.slots, 0)
        const swept = new Set<number>()
        for (let i = 0; i < count; i++) {
          const slot = this.slots[i] as number
          if (this.gone[slot] === 1) swept.add(slot)
        }
        return {
          space: POSTINGS_SPACE,
          name: GONE,
          number,
          bytes: editBlock(bytes, number, swept, []),
        }
      }),
    )
  }
}
