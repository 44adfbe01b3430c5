/**
 * The memories that have one term, as bytes. Block b of a term holds exactly the slots
 * [b·BLOCK_SLOTS, (b+1)·BLOCK_SLOTS), whatever the order they were written in, and equal sets are
 * equal bytes.
 *
 * @module
 */

/** Slots a block covers. A power of two, so that a full block as a bit map is 2 KiB. */
export const BLOCK_SLOTS = 16_384

/** First byte of a block: how the rest is written. */
const GAPS = 0
const BITS = 1

export const blockOf = (slot: number): number => Math.floor(slot / BLOCK_SLOTS)

/** `offsets`: `count` slots relative to the block's first, ascending, each once. Undefined for none: no page. */
export const encodeBlock = (offsets: Uint32Array, count: number): Uint8Array | undefined => {
  if (count === 0) return undefined
  const bitBytes = 1 + ((offsets[count - 1] as number) >> 3)
  const gaps = gapBytes(offsets, count)
  return gaps <= bitBytes ? encodeGaps(offsets, count, gaps) : encodeBits(offsets, count, bitBytes)
}

const gapBytes = (offsets: Uint32Array, count: number): number => {
  let bytes = count
  let before = -1
  for (let i = 0; i < count; i++) {
    const offset = offsets[i] as number
    if (offset - before > 128) bytes++
    before = offset
  }
  return bytes
}

/** Each gap in one byte, or in two with the low seven bits first. */
const encodeGaps = (offsets: Uint32Array, count: number, size: number): Uint8Array => {
  const bytes = new Uint8Array(1 + size)
  bytes[0] = GAPS
  let at = 1
  let before = -1
  for (let i = 0; i < count; i++) {
    const offset = offsets[i] as number
    const gap = offset - before - 1
    before = offset
    if (gap > 127) bytes[at++] = (gap & 127) | 128
    bytes[at++] = gap > 127 ? gap >> 7 : gap
  }
  return bytes
}

const encodeBits = (offsets: Uint32Array, count: number, size: number): Uint8Array => {
  const bytes = new Uint8Array(1 + size)
  bytes[0] = BITS
  for (let i = 0; i < count; i++) {
    const offset = offsets[i] as number
    const at = 1 + (offset >> 3)
    bytes[at] = (bytes[at] as number) | (1 << (offset & 7))
  }
  return bytes
}

/**
 * Appends the block's slots, ascending, to `into` behind `count` and answers the new count; of those
 * that `kept` has a 0 for, none. What no encoder wrote (gaps past the block's end) is cut off rather
 * than believed.
 */
export const decodeBlock = (
  bytes: Uint8Array,
  block: number,
  into: Uint32Array,
  count: number,
  kept: Uint8Array,
): number =>
  bytes[0] === BITS
    ? decodeBits(bytes, block * BLOCK_SLOTS, into, count, kept)
    : decodeGaps(bytes, block * BLOCK_SLOTS, into, count, kept)

/** Written without a branch on what is kept, which would be hard to predict. */
const decodeGaps = (
  bytes: Uint8Array,
  base: number,
  into: Uint32Array,
  count: number,
  kept: Uint8Array,
): number => {
  const end = base + BLOCK_SLOTS
  let slot = base - 1
  let n = count
  for (let at = 1; at < bytes.length; at++) {
    let gap = bytes[at] as number
    if (gap > 127) gap = (gap & 127) | ((bytes[++at] ?? 127) << 7)
    slot += gap + 1
    if (slot >= end) break
    into[n] = slot
    n += kept[slot] ?? 0
  }
  return n
}

const decodeBits = (
  bytes: Uint8Array,
  base: number,
  into: Uint32Array,
  count: number,
  kept: Uint8Array,
): number => {
  const length = Math.min(bytes.length, 1 + BLOCK_SLOTS / 8)
  let n = count
  for (let at = 1; at < length; at++) {
    let rest = bytes[at] as number
    const first = base + (at - 1) * 8
    while (rest !== 0) {
      const slot = first + 31 - Math.clz32(rest & -rest)
      into[n] = slot
      n += kept[slot] ?? 0
      rest &= rest - 1
    }
  }
  return n
}

/** Keeps every slot of a block taken by itself. */
const ALL = new Uint8Array(BLOCK_SLOTS).fill(1)

/** Appends all of the block's slots, ascending, and answers the new count. */
export const decodeWhole = (
  bytes: Uint8Array,
  block: number,
  into: Uint32Array,
  count: number,
): number => {
  const found = into.subarray(count)
  const end = decodeBlock(bytes, 0, found, 0, ALL)
  const base = block * BLOCK_SLOTS
  for (let i = 0; i < end; i++) found[i] = base + (found[i] as number)
  return count + end
}

/** Working space for one edit, which runs to its end at once. */
const heldSlots = new Uint32Array(BLOCK_SLOTS)
const keptOffsets = new Uint32Array(BLOCK_SLOTS)

const NONE: ReadonlySet<number> = new Set()

/** One block of the slots of two. */
export const joinBlocks = (
  bytes: Uint8Array,
  others: Uint8Array,
  block: number,
): Uint8Array | undefined => {
  const count = decodeWhole(others, block, heldSlots, 0)
  return editBlock(bytes, block, NONE, [...heldSlots.subarray(0, count)])
}

/** The block with some slots taken out and others put in, as bytes. `added` ascends. */
export const editBlock = (
  bytes: Uint8Array | undefined,
  block: number,
  removed: ReadonlySet<number>,
  added: ReadonlyArray<number>,
): Uint8Array | undefined => {
  const count = bytes === undefined ? 0 : decodeWhole(bytes, block, heldSlots, 0)
  const base = block * BLOCK_SLOTS
  let kept = 0
  let next = 0
  for (let i = 0; i <= count; i++) {
    const slot = i < count ? (heldSlots[i] as number) : Number.POSITIVE_INFINITY
    while (next < added.length && (added[next] as number) < slot) {
      keptOffsets[kept++] = (added[next++] as number) - base
    }
    if (i === count || removed.has(slot)) continue
    if (added[next] === slot) next++
    keptOffsets[kept++] = slot - base
  }
  return encodeBlock(keptOffsets, kept)
}

/** The one slot of a block that holds no other, as most do; -1 for any other block. */
const singleSlot = (bytes: Uint8Array, base: number): number => {
  const first = bytes[1] ?? 0
  if (bytes[0] !== GAPS) return -1
  if (bytes.length === 2 && first < 128) return base + first
  return bytes.length === 3 && first > 127 ? base + ((first & 127) | ((bytes[2] ?? 0) << 7)) : -1
}

const NOBODY: ReadonlySet<number> = new Set()

/**
 * The block without the slots that `gone` has a 1 for or `lost` holds, but for those in `kept`: the
 * very bytes that were given where none of them is in it.
 */
export const blockWithout = (
  bytes: Uint8Array,
  block: number,
  gone: Uint8Array,
  lost: ReadonlySet<number> = NOBODY,
  kept: ReadonlySet<number> = NOBODY,
): Uint8Array | undefined => {
  const base = block * BLOCK_SLOTS
  const single = singleSlot(bytes, base)
  if (single >= 0)
    return (gone[single] === 1 || lost.has(single)) && !kept.has(single) ? undefined : bytes
  const count = decodeWhole(bytes, block, heldSlots, 0)
  let staying = 0
  for (let i = 0; i < count; i++) {
    const slot = heldSlots[i] as number
    if ((gone[slot] === 1 || lost.has(slot)) && !kept.has(slot)) continue
    keptOffsets[staying++] = slot - base
  }
  return staying === count ? bytes : encodeBlock(keptOffsets, staying)
}
