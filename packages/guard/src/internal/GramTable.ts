/**
 * Lists of small numbers by gram, in flat arrays: a look-up allocates nothing and calls nothing.
 *
 * @module
 */

/** Open addressing: a slot's gram, plus one, and the part of `positions` that belongs to it. */
export interface GramTable {
  readonly mask: number
  readonly grams: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly positions: Int32Array
}

const spread = (gram: number, mask: number): number => (Math.imul(gram, 0x9e3779b1) >>> 15) & mask

/** At least four slots for each gram; grams have at most 24 bits. */
export const makeGramTable = (lists: ReadonlyMap<number, ReadonlyArray<number>>): GramTable => {
  const size = 2 ** Math.max(4, Math.ceil(Math.log2(4 * lists.size + 1)))
  const mask = size - 1
  const grams = new Int32Array(size)
  const from = new Int32Array(size)
  const to = new Int32Array(size)
  const positions: Array<number> = []
  for (const [gram, list] of lists) {
    let slot = spread(gram, mask)
    while (grams[slot] !== 0) slot = (slot + 1) & mask
    grams[slot] = gram + 1
    from[slot] = positions.length
    positions.push(...list)
    to[slot] = positions.length
  }
  return { mask, grams, from, to, positions: Int32Array.from(positions) }
}

/** The slot of a gram, or -1. */
export const slotOf = (table: GramTable, gram: number): number => {
  const { grams, mask } = table
  let slot = spread(gram, mask)
  for (;;) {
    const held = grams[slot]
    if (held === gram + 1) return slot
    if (held === 0) return -1
    slot = (slot + 1) & mask
  }
}
