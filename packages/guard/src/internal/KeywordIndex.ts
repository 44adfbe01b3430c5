/**
 * Finds keywords, ignoring the case of ASCII letters. A set of beginnings passes over nearly all of a text; only where
 * it says "maybe" are the few keywords that begin so compared.
 *
 * @module
 */

import { toLower } from "./charClass.ts"
import { type GramTable, slotOf } from "./GramTable.ts"
import { bitOf, type GramSet, gramWidth, makeGramSet } from "./grams.ts"
import type { ScanPage } from "./ScanPage.ts"

/** Fewest bytes of a keyword in ASCII. */
export const shortestKeyword = 3

/** A compiled set of keywords. */
export interface KeywordIndex {
  readonly keywords: ReadonlyArray<string>
  /** The same, one byte for each page byte. */
  readonly spellings: ReadonlyArray<Uint8Array>
  readonly beginnings: GramSet
}

/**
 * Compiles keywords in small letters, one character for each page byte, by their first `size` bytes; none is shorter
 * than `size - 1`.
 */
export const makeKeywordIndex = (keywords: ReadonlyArray<string>, size: number): KeywordIndex => ({
  keywords,
  spellings: keywords.map((keyword) =>
    Uint8Array.from(keyword, (character) => character.charCodeAt(0)),
  ),
  beginnings: makeGramSet(
    keywords.map((keyword) => keyword.slice(0, size)),
    size,
    "after",
  ),
})

/** How many candidates are gathered before they are looked at. */
const capacity = 1024

/** A pass under way and the candidates it has gathered. The loop that moves it calls nothing, so it stays fast. */
const pass = {
  position: 0,
  gram: 0,
  found: 0,
  grams: new Int32Array(capacity + 1),
  places: new Int32Array(capacity + 1),
}

/** Goes on until the end of the page or until the candidates are full. */
const advance = (set: GramSet, page: ScanPage): void => {
  const { classOf, map, mask, size } = set
  const { bytes, length } = page
  const { grams, places } = pass
  let { gram, position } = pass
  let found = 0
  while (position < length && found < capacity) {
    gram = ((gram << gramWidth) | (classOf[bytes[position] ?? 0] ?? 0)) & mask
    const bit = bitOf(gram)
    if ((((map[bit >> 3] ?? 0) >> (bit & 7)) & 1) !== 0) {
      grams[found] = gram
      places[found] = position + 1 - size
      found += 1
    }
    position += 1
  }
  pass.gram = gram
  pass.position = position
  pass.found = found
}

/** The end of a page counts as one more byte, so that a short keyword may stand there. */
const finish = (set: GramSet): void => {
  pass.grams[pass.found] = (pass.gram << gramWidth) & set.mask
  pass.places[pass.found] = pass.position + 1 - set.size
  pass.found += 1
}

const small = Uint8Array.from({ length: 256 }, (_, byte) => toLower(byte))

/** Compared from the end: the beginning is what made it a candidate. */
const standsAt = (page: ScanPage, from: number, spelling: Uint8Array): boolean => {
  const { bytes, length } = page
  let index = spelling.length
  if (from < 0 || from + index > length) return false
  while (index > 0) {
    index -= 1
    if (small[bytes[from + index] ?? 0] !== spelling[index]) return false
  }
  return true
}

/**
 * Calls `visit` for every keyword in a page, in the order of their beginnings. Not re-entrant: `visit` must not look
 * for keywords itself.
 */
export const visitKeywords = (
  index: KeywordIndex,
  page: ScanPage,
  visit: (keyword: number, from: number) => void,
): void => {
  const { beginnings, spellings } = index
  const { short, whole } = beginnings
  const check = (table: GramTable, gram: number, from: number): void => {
    const slot = slotOf(table, gram)
    if (slot < 0) return
    const to = table.to[slot] ?? 0
    for (let place = table.from[slot] ?? 0; place < to; place += 1) {
      const keyword = table.positions[place] ?? 0
      const spelling = spellings[keyword]
      if (spelling !== undefined && standsAt(page, from, spelling)) visit(keyword, from)
    }
  }
  pass.position = 0
  pass.gram = 0
  for (;;) {
    advance(beginnings, page)
    const isDone = pass.position === page.length
    if (isDone) finish(beginnings)
    for (let candidate = 0; candidate < pass.found; candidate += 1) {
      const from = pass.places[candidate] ?? 0
      const gram = pass.grams[candidate] ?? 0
      check(whole, gram, from)
      check(short, gram >> gramWidth, from)
    }
    if (isDone) return
  }
}
