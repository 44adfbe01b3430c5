/**
 * Postings while they are gathered, of memories of ascending slots, and the pages they come to: each
 * page once, those of one term together.
 *
 * @module
 */
import { BLOCK_SLOTS, blockOf, encodeBlock } from "./PostingBlock.ts"

/** A page of the postings' space. */
export interface PostingPage {
  readonly name: string
  readonly number: number
  readonly bytes: Uint8Array
}

/** Working space for one page, which is made at once. */
const offsets = new Uint32Array(BLOCK_SLOTS)

export class GatheredPostings {
  private slots = new Map<string, Array<number>>()
  /** How many were added: what bounds the memory it takes. */
  entries = 0

  /** Slots must ascend from call to call, and terms be distinct. */
  add(slot: number, terms: ReadonlyArray<string>): void {
    for (const term of terms) {
      const known = this.slots.get(term)
      if (known === undefined) this.slots.set(term, [slot])
      else known.push(slot)
    }
    this.entries += terms.length
  }

  /** The pages of all there is, which it holds no longer: by name, then number. */
  take(): Generator<PostingPage> {
    const taken = this.slots
    this.slots = new Map()
    this.entries = 0
    return pagesOf(taken)
  }
}

/** The terms by their first character, each group sorted by itself: sorting all at once would take long. */
function* pagesOf(slots: ReadonlyMap<string, ReadonlyArray<number>>): Generator<PostingPage> {
  const byFirst = Map.groupBy(slots.keys(), (term) => term.charCodeAt(0))
  for (const first of [...byFirst.keys()].sort((a, b) => a - b)) {
    for (const name of (byFirst.get(first) ?? []).sort())
      yield* blocksOf(name, slots.get(name) ?? [])
  }
}

function* blocksOf(name: string, slots: ReadonlyArray<number>): Generator<PostingPage> {
  for (let i = 0; i < slots.length; ) {
    const number = blockOf(slots[i] as number)
    const base = number * BLOCK_SLOTS
    let count = 0
    while (i < slots.length && (slots[i] as number) - base < BLOCK_SLOTS) {
      offsets[count++] = (slots[i++] as number) - base
    }
    const bytes = encodeBlock(offsets, count)
    if (bytes !== undefined) yield { name, number, bytes }
  }
}
