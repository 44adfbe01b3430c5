/**
 * The slots of keys, for all memories of an owner at once: about fifty bytes a memory, outside the
 * heap, where a map of texts would take several times as much.
 *
 * @module
 */
import { DIGEST_START, digestEnd, digestText } from "./digest.ts"

/** Bytes a key takes at first guess, and the most by UTF-16 unit. */
const USUAL_BYTES = 36
const UNIT_BYTES = 3

/** Keys there is room for at first. */
const ROOM = 1_024

export class KeySlots {
  /** How many keys there are, empty ones included. */
  count = 0
  private ends = new Uint32Array(ROOM + 1)
  /** So that few keys are read to tell that they are others. */
  private digests = new Uint32Array(ROOM)
  /** Slots by place; twice as many places as there may be keys. */
  private table = new Int32Array(ROOM * 2).fill(-1)
  private bytes: Buffer = Buffer.alloc(ROOM * USUAL_BYTES)

  /** Gives the next slot to a key, which is none of those before; an empty one takes a slot and is never found. */
  push(key: string): void {
    if (this.count === this.digests.length) this.grow()
    const start = this.ends[this.count] as number
    const needed = start + key.length * UNIT_BYTES
    if (needed > this.bytes.length) this.bytes = longer(this.bytes, start, needed)
    this.ends[this.count + 1] = start + this.bytes.write(key, start)
    const digest = digestOf(key)
    this.digests[this.count] = digest
    if (key !== "") this.table[this.placeOf(key, digest)] = this.count
    this.count++
  }

  /** -1 for a key that has no slot. */
  slotOf(key: string): number {
    return this.table[this.placeOf(key, digestOf(key))] as number
  }

  keyAt(slot: number): string {
    return this.bytes.toString("utf8", this.ends[slot], this.ends[slot + 1])
  }

  /** Where the key is, or would be. */
  private placeOf(key: string, digest: number): number {
    const mask = this.table.length - 1
    let place = digest & mask
    for (;;) {
      const slot = this.table[place] as number
      if (slot < 0 || (this.digests[slot] === digest && this.keyAt(slot) === key)) return place
      place = (place + 1) & mask
    }
  }

  private grow(): void {
    const capacity = this.count * 2
    const { ends, digests } = this
    this.ends = new Uint32Array(capacity + 1)
    this.ends.set(ends)
    this.digests = new Uint32Array(capacity)
    this.digests.set(digests)
    this.table = new Int32Array(capacity * 2).fill(-1)
    const mask = this.table.length - 1
    for (let slot = 0; slot < this.count; slot++) {
      if (this.ends[slot] === this.ends[slot + 1]) continue
      let place = (digests[slot] as number) & mask
      while ((this.table[place] as number) >= 0) place = (place + 1) & mask
      this.table[place] = slot
    }
  }
}

const digestOf = (key: string): number => digestEnd(digestText(DIGEST_START, key))

/** The first `used` bytes with room for `needed` and some more. */
const longer = (bytes: Buffer, used: number, needed: number): Buffer => {
  const grown = Buffer.alloc(Math.max(needed, Math.ceil(bytes.length * 1.5)))
  grown.set(bytes.subarray(0, used))
  return grown
}
