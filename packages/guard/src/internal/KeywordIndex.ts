/**
 * Finds keywords, ignoring the case of ASCII letters. A set of beginnings passes over nearly all of a text; only where
 * it says "maybe" is the text compared with the keywords.
 *
 * @module
 */

import { bitOf, type GramSet, gramWidth, makeGramSet } from "./grams.ts"
import type { ScanPage } from "./ScanPage.ts"
import { follow, makeTrie, type Trie } from "./Trie.ts"

/** Fewest bytes of a keyword in ASCII. */
export const shortestKeyword = 3

/** A compiled set of keywords. */
export interface KeywordIndex {
  readonly keywords: ReadonlyArray<string>
  readonly beginnings: GramSet
  readonly trie: Trie
}

/**
 * Compiles keywords in small letters, one character for each page byte, by their first `size` bytes; none is shorter
 * than `size - 1`.
 */
export const makeKeywordIndex = (keywords: ReadonlyArray<string>, size: number): KeywordIndex => ({
  keywords,
  beginnings: makeGramSet(
    keywords.map((keyword) => keyword.slice(0, size)),
    size,
    "after",
  ),
  trie: makeTrie(keywords, "forwards"),
})

/** How many candidates are gathered before they are looked at. */
const capacity = 1024

/** A pass under way and the candidates it has gathered. The loop that moves it calls nothing, so it stays fast. */
const pass = {
  position: 0,
  gram: 0,
  found: 0,
  places: new Int32Array(capacity + 1),
}

/** Goes on until the end of the page or until the candidates are full. */
const advance = (set: GramSet, page: ScanPage): void => {
  const { classOf, map, mask, size } = set
  const { bytes, length } = page
  const { places } = pass
  let { gram, position } = pass
  let found = 0
  while (position < length && found < capacity) {
    gram = ((gram << gramWidth) | (classOf[bytes[position] ?? 0] ?? 0)) & mask
    const bit = bitOf(gram)
    if ((((map[bit >> 3] ?? 0) >> (bit & 7)) & 1) !== 0) {
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
  pass.places[pass.found] = pass.position + 1 - set.size
  pass.found += 1
}

/** Calls `visit` for every keyword that stands at `from`, the shortest first. */
const compare = (
  trie: Trie,
  page: ScanPage,
  from: number,
  visit: (keyword: number, from: number) => void,
): void => {
  const { ends } = trie
  const { bytes, length } = page
  let node = 0
  for (let position = from; position < length; position += 1) {
    node = follow(trie, node, bytes[position] ?? 0)
    if (node === 0) return
    const keyword = ends[node] ?? 0
    if (keyword > 0) visit(keyword - 1, from)
  }
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
  const { beginnings, trie } = index
  pass.position = 0
  pass.gram = 0
  for (;;) {
    advance(beginnings, page)
    const isDone = pass.position === page.length
    if (isDone) finish(beginnings)
    for (let candidate = 0; candidate < pass.found; candidate += 1) {
      const from = pass.places[candidate] ?? 0
      if (from >= 0) compare(trie, page, from, visit)
    }
    if (isDone) return
  }
}
