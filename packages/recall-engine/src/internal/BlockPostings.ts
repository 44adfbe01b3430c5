/**
 * The postings of one block while they are gathered: which memories have each term.
 *
 * @module
 */
import type { PageWrite } from "@reminisce/store"
import { POSTINGS_SPACE } from "./IndexHead.ts"
import { BLOCK_SLOTS, editBlock, encodeBlock } from "./PostingBlock.ts"

const NONE: ReadonlySet<number> = new Set()

/** Working space for one page, which is made at once. */
const offsets = new Uint32Array(BLOCK_SLOTS)

export class BlockPostings {
  readonly block: number
  private slots = new Map<string, Array<number>>()
  /** How many were added: what bounds the memory it takes. */
  entries = 0

  constructor(block: number) {
    this.block = block
  }

  /** Slots must ascend from call to call. */
  add(slot: number, terms: ReadonlyArray<string>): void {
    for (const term of terms) {
      const known = this.slots.get(term)
      if (known === undefined) this.slots.set(term, [slot])
      else known.push(slot)
    }
    this.entries += terms.length
  }

  /** The terms by their first character, each group in order and together in order: sorting all at once would take long. */
  *groups(): Generator<ReadonlyArray<string>> {
    const byFirst = Map.groupBy(this.slots.keys(), (term) => term.charCodeAt(0))
    for (const first of [...byFirst.keys()].sort((a, b) => a - b)) {
      yield (byFirst.get(first) ?? []).sort()
    }
  }

  /** `held` is the term's page of the same block, where there is one already. */
  pageOf(term: string, held: Uint8Array | undefined): PageWrite {
    const slots = this.slots.get(term) ?? []
    const base = this.block * BLOCK_SLOTS
    let bytes: Uint8Array | undefined
    if (held === undefined) {
      for (let i = 0; i < slots.length; i++) offsets[i] = (slots[i] as number) - base
      bytes = encodeBlock(offsets, slots.length)
    } else bytes = editBlock(held, this.block, NONE, slots)
    return { space: POSTINGS_SPACE, name: term, number: this.block, bytes }
  }

  clear(): void {
    this.slots = new Map()
    this.entries = 0
  }
}
