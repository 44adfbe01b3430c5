/**
 * How often the status of each memory has moved and when last, from the moves as they come: sixteen
 * bytes for each memory up to the last that moved.
 *
 * @module
 */
import type { RecordWrite } from "@reminisce/store"
import type { KeySlots } from "./KeySlots.ts"
import type { OwnerColumns } from "./OwnerColumns.ts"

export class MoveCounts {
  private counts = new Uint32Array(0)
  private latest = new Uint32Array(0)
  private at = new Float64Array(0)

  /** False for a move that is not as the library records them. */
  add({ key, attributes: { memory, ordinal, at } }: RecordWrite, slots: KeySlots): boolean {
    const slot = slots.slotOf(String(memory))
    if (slot < 0 || key !== `${memory}#${ordinal}`) return false
    if (slot >= this.counts.length) this.makeRoom(slots.count)
    this.counts[slot] = (this.counts[slot] as number) + 1
    if (Number(ordinal) > (this.latest[slot] as number)) {
      this.latest[slot] = Number(ordinal)
      this.at[slot] = Number(at)
    }
    return true
  }

  /** False where the moves of a memory are not 1, 2, … in order. */
  apply(columns: OwnerColumns): boolean {
    for (let slot = 0; slot < this.counts.length; slot++) {
      const changes = this.counts[slot] as number
      if (changes !== this.latest[slot]) return false
      if (changes > 0) columns.setMoves(slot, { changes, changedAt: this.at[slot] as number })
    }
    return true
  }

  private makeRoom(count: number): void {
    const { counts, latest, at } = this
    this.counts = new Uint32Array(count)
    this.counts.set(counts)
    this.latest = new Uint32Array(count)
    this.latest.set(latest)
    this.at = new Float64Array(count)
    this.at.set(at)
  }
}
