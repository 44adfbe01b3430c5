/**
 * Tells which memories may have a copy among the others: a hash table of word digests. It forgets
 * nothing, so a memory that has lost its copies may still be said to have one; never the reverse.
 *
 * @module
 */

export interface CopyTable {
  /**
   * Entries of two: a digest, and slot + 1 of the first memory that had it, 0 in a free entry. What
   * the slot has now is of no matter: it may have changed since.
   */
  entries: Uint32Array
  used: number
  /** 1 for a slot whose digest another slot has or had, too. */
  mayHaveCopy: Uint8Array
  /**
   * Nothing is noted: `opened` until somebody asks, `asked` since. An owner is opened so, for the table
   * is a tenth of what opening takes, and one answer can do without.
   */
  putOff: "no" | "opened" | "asked"
}

export const makeCopyTable = (putOff: "no" | "opened" = "no"): CopyTable => ({
  entries: makeEntries(0),
  used: 0,
  mayHaveCopy: new Uint8Array(0),
  putOff,
})

/**
 * 1 for each slot that may have a copy. Undefined when it must be asked of each slot: the first time of an
 * owner just opened. The second time makes the table.
 */
export const slotsWithCopies = (
  table: CopyTable,
  digests: Uint32Array,
  slots: number,
): Uint8Array | undefined => {
  if (table.putOff === "opened") {
    table.putOff = "asked"
    return undefined
  }
  if (table.putOff === "asked") {
    table.putOff = "no"
    table.entries = makeEntries(slots)
    noteDigests(table, digests, 0, slots)
  }
  return table.mayHaveCopy
}

const LEAST_ENTRIES = 1_024

/** A power of two of them, and twice as many as digests or more, so that a search is short. */
const makeEntries = (digests: number): Uint32Array => {
  let entries = LEAST_ENTRIES
  while (digests * 2 > entries) entries *= 2
  return new Uint32Array(entries * 2)
}

/** Notes the digests of the slots from `first` on, unless the table is put off; 0 is no digest. */
export const noteDigests = (
  table: CopyTable,
  digests: Uint32Array,
  first: number,
  count: number,
): void => {
  if (table.putOff !== "no") return
  if (table.mayHaveCopy.length < digests.length) {
    const grown = new Uint8Array(digests.length)
    grown.set(table.mayHaveCopy)
    table.mayHaveCopy = grown
  }
  if ((table.used + count) * 4 > table.entries.length) growEntries(table, count)
  for (let slot = first; slot < first + count; slot++) {
    noteDigest(table, digests[slot] as number, slot)
  }
}

const noteDigest = (table: CopyTable, digest: number, slot: number): void => {
  if (digest === 0) return
  const { entries, mayHaveCopy } = table
  const mask = entries.length / 2 - 1
  for (let entry = digest & mask; ; entry = (entry + 1) & mask) {
    const held = entries[entry * 2 + 1] as number
    if (held === 0) {
      entries[entry * 2] = digest
      entries[entry * 2 + 1] = slot + 1
      table.used++
      return
    }
    if (entries[entry * 2] !== digest) continue
    if (held === slot + 1) return
    mayHaveCopy[slot] = 1
    mayHaveCopy[held - 1] = 1
    return
  }
}

const growEntries = (table: CopyTable, more: number): void => {
  const old = table.entries
  table.entries = makeEntries(table.used + more)
  table.used = 0
  for (let i = 0; i < old.length; i += 2) {
    const held = old[i + 1] as number
    if (held !== 0) noteDigest(table, old[i] as number, held - 1)
  }
}
