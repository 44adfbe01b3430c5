/**
 * Keywords as a tree of their bytes: where several begin alike, a text is compared with all of them at once.
 *
 * @module
 */

import { toLower } from "./charClass.ts"

/** The edges of the tree in one table of open addressing, at most half full: little to set up, and near together. */
export interface Trie {
  /** How far a product is shifted to give a place in the table. */
  readonly shift: number
  /** An edge: node and byte in small letters. 0 where the table is empty. */
  readonly edges: Int32Array
  /** The node that an edge leads to. */
  readonly nodes: Int32Array
  /** The keyword that ends at a node, plus one; 0 where none does. */
  readonly ends: Int32Array
}

/** Where the search for an edge begins. */
const slotOf = (edge: number, shift: number): number => Math.imul(edge, 0x9e3779b1) >>> shift

const small = Uint8Array.from({ length: 256 }, (_, byte) => toLower(byte))

/** No edge of the root for the byte 0, which is in no keyword, is asked for: an edge is never 0. */
const edgeOf = (node: number, byte: number): number => (node << 8) | byte

/** The node behind `node` by a byte of either case; 0, the root, where there is none. */
export const follow = (trie: Trie, node: number, byte: number): number => {
  const { edges, nodes, shift } = trie
  const edge = edgeOf(node, small[byte] ?? 0)
  if (edge === 0) return 0
  for (let slot = slotOf(edge, shift); ; slot = (slot + 1) & (edges.length - 1)) {
    const held = edges[slot]
    if (held === edge) return nodes[slot] ?? 0
    if (held === 0) return 0
  }
}

/** Compiles keywords in small letters, one character for each byte and none of them 0, no two of them equal. */
export const makeTrie = (
  keywords: ReadonlyArray<string>,
  direction: "forwards" | "backwards",
): Trie => {
  let most = 1
  for (const keyword of keywords) most += keyword.length
  const bits = 33 - Math.clz32(most)
  const size = 2 ** bits
  const shift = 32 - bits
  const edges = new Int32Array(size)
  const nodes = new Int32Array(size)
  const ends = new Int32Array(most)
  let count = 1
  // Plain loops: this runs once, before anything is warm.
  for (let index = 0; index < keywords.length; index += 1) {
    const keyword = keywords[index] ?? ""
    let node = 0
    for (let place = 0; place < keyword.length; place += 1) {
      const from = direction === "forwards" ? place : keyword.length - 1 - place
      const edge = edgeOf(node, keyword.charCodeAt(from))
      let slot = slotOf(edge, shift)
      while (edges[slot] !== 0 && edges[slot] !== edge) slot = (slot + 1) & (size - 1)
      if (edges[slot] === 0) {
        edges[slot] = edge
        nodes[slot] = count
        count += 1
      }
      node = nodes[slot] ?? 0
    }
    ends[node] = index + 1
  }
  return { shift, edges, nodes, ends }
}
