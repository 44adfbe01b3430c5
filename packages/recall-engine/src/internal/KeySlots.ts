/**
 * The slots of keys, for all memories of an owner at once: about forty bytes a memory, outside the
 * heap, where a map of texts would take several times as much.
 *
 * @module
 */
import { DIGEST_START, digestEnd, digestText } from "./digest.ts"

const encoder = new TextEncoder()

/** Bytes a key takes at first guess, and the most by UTF-16 unit. */
const USUAL_BYTES = 36
const UNIT_BYTES = 3

export class KeySlots {
  private readonly ends: Uint32Array
  private readonly table: Int32Array
  private bytes: Buffer
  private count = 0

  constructor(capacity: number) {
    this.ends = new Uint32Array(capacity + 1)
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, capacity * 2)))).fill(-1)
    this.bytes = Buffer.alloc(capacity * USUAL_BYTES)
  }

  /** Gives the next slot to a key, which is none of those before; an empty one takes a slot and is never found. */
  push(key: string): void {
    const start = this.ends[this.count] as number
    const needed = start + key.length * UNIT_BYTES
    if (needed > this.bytes.length) {
      const grown = Buffer.alloc(Math.max(needed, this.bytes.length * 2))
      grown.set(this.bytes.subarray(0, start))
      this.bytes = grown
    }
    const { written } = encoder.encodeInto(key, this.bytes.subarray(start))
    this.ends[this.count + 1] = start + written
    if (key !== "") this.table[this.placeOf(key)] = this.count
    this.count++
  }

  /** -1 for a key that has no slot. */
  slotOf(key: string): number {
    return this.table[this.placeOf(key)] as number
  }

  keyAt(slot: number): string {
    return this.bytes.toString("utf8", this.ends[slot], this.ends[slot + 1])
  }

  /** Where the key is, or would be. */
  private placeOf(key: string): number {
    const mask = this.table.length - 1
    let place = digestEnd(digestText(DIGEST_START, key)) & mask
    for (;;) {
      const slot = this.table[place] as number
      if (slot < 0 || this.keyAt(slot) === key) return place
      place = (place + 1) & mask
    }
  }
}
