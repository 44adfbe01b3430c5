/**
 * Tells which memories may have a copy among the others: a hash table of word digests. It forgets
 * nothing, so a memory that has lost its copies may still be said to have one; never the reverse.
 *
 * @module
 */

export interface CopyTable {
  /** Slot + 1 of the first memory with a digest; 0 for a free place. A power of two long. */
  places: Uint32Array
  used: number
  /** 1 for a slot whose digest another slot has or had, too. */
  mayHaveCopy: Uint8Array
}

/** With room for `slots` digests; it grows beyond. */
export const makeCopyTable = (slots = 0): CopyTable => ({
  places: new Uint32Array(placesFor(slots)),
  used: 0,
  mayHaveCopy: new Uint8Array(0),
})

const LEAST_PLACES = 1_024

/** Twice as many or more, so that a search is short. */
const placesFor = (digests: number): number => {
  let places = LEAST_PLACES
  while (digests * 2 > places) places *= 2
  return places
}

/** Notes the digests of the slots from `first` on; 0 is no digest. */
export const noteDigests = (
  table: CopyTable,
  digests: Uint32Array,
  first: number,
  count: number,
): void => {
  if (table.mayHaveCopy.length < digests.length) {
    const grown = new Uint8Array(digests.length)
    grown.set(table.mayHaveCopy)
    table.mayHaveCopy = grown
  }
  if ((table.used + count) * 2 > table.places.length) growPlaces(table, digests, count)
  for (let slot = first; slot < first + count; slot++) noteDigest(table, digests, slot)
}

const noteDigest = (table: CopyTable, digests: Uint32Array, slot: number): void => {
  const digest = digests[slot] as number
  if (digest === 0) return
  const mask = table.places.length - 1
  for (let at = digest & mask; ; at = (at + 1) & mask) {
    const held = table.places[at] as number
    if (held === 0) {
      table.places[at] = slot + 1
      table.used++
      return
    }
    if (held === slot + 1) return
    if (digests[held - 1] === digest) {
      table.mayHaveCopy[slot] = 1
      table.mayHaveCopy[held - 1] = 1
      return
    }
  }
}

const growPlaces = (table: CopyTable, digests: Uint32Array, more: number): void => {
  const old = table.places
  table.places = new Uint32Array(placesFor(table.used + more))
  table.used = 0
  for (const held of old) if (held !== 0) noteDigest(table, digests, held - 1)
}
