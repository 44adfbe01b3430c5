/**
 * Who stands beside whom in the trails of an owner, from memories as they come, without an index to
 * walk: twenty bytes a memory.
 *
 * @module
 */
import { compareText } from "@reminisce/store"
import { KeySlots } from "./KeySlots.ts"

/** Slots looked at, and comparisons made, from one turn of everything else to the next. */
const STEP = 20_000
/** Slots that are sorted at once. */
const RUN = 2_048

/** Before a trail's name, which may be empty. */
const MARK = "="

export class TrailOrder {
  private readonly trails = new KeySlots()
  private slots = new Uint32Array(1_024)
  private trailOf = new Uint32Array(1_024)
  private count = 0

  /** Slots must ascend from call to call. */
  add(slot: number, trail: string): void {
    const name = MARK + trail
    const known = this.trails.slotOf(name)
    const number = known < 0 ? this.trails.count : known
    if (known < 0) this.trails.push(name)
    if (this.count === this.slots.length) {
      this.slots = doubled(this.slots)
      this.trailOf = doubled(this.trailOf)
    }
    this.slots[this.count] = slot
    this.trailOf[this.count++] = number
  }

  /** Gives `join` each two neighbours; yields where everything else may have its turn. */
  *neighbours(
    ordinalOf: (slot: number) => number,
    keyOf: (slot: number) => string,
    join: (previous: number, next: number) => void,
  ): Generator<void> {
    const compare = (a: number, b: number): number =>
      ordinalOf(a) - ordinalOf(b) || compareText(keyOf(a), keyOf(b))
    const ends = new Uint32Array(this.trails.count + 1)
    for (let i = 0; i < this.count; i++) {
      const next = (this.trailOf[i] as number) + 1
      ends[next] = (ends[next] as number) + 1
    }
    yield
    for (let trail = 0; trail < this.trails.count; trail++) {
      ends[trail + 1] = (ends[trail + 1] as number) + (ends[trail] as number)
    }
    yield
    const grouped = new Uint32Array(this.count)
    const at = ends.slice()
    for (let i = 0; i < this.count; i++) {
      if (i % STEP === STEP - 1) yield
      const trail = this.trailOf[i] as number
      grouped[at[trail] as number] = this.slots[i] as number
      at[trail] = (at[trail] as number) + 1
    }
    let looked = 0
    for (let trail = 0; trail < this.trails.count; trail++) {
      const members = grouped.subarray(ends[trail], ends[trail + 1])
      yield* sortInSteps(members, compare)
      for (let i = 1; i < members.length; i++) {
        join(members[i - 1] as number, members[i] as number)
        if (++looked % STEP === 0) yield
      }
    }
  }
}

/** Sorts in place: runs by themselves, then two and two of them merged. */
export function* sortInSteps(
  values: Uint32Array,
  compare: (a: number, b: number) => number,
): Generator<void> {
  for (let from = 0; from < values.length; from += RUN) {
    if (from > 0) yield
    values.subarray(from, from + RUN).sort(compare)
  }
  if (values.length <= RUN) return
  let from = values
  let to: Uint32Array = new Uint32Array(values.length)
  let compared = 0
  for (let width = RUN; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += width * 2) {
      const middle = Math.min(start + width, values.length)
      const end = Math.min(start + width * 2, values.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const isLeft =
          right === end ||
          (left < middle && compare(from[left] as number, from[right] as number) <= 0)
        to[at] = from[isLeft ? left++ : right++] as number
        if (++compared % STEP === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  if (from !== values) values.set(from)
}

const doubled = (array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const grown = new Uint32Array(array.length * 2)
  grown.set(array)
  return grown
}
