/**
 * Keywords as a tree of their bytes: where several begin alike, a text is compared with all of them at once.
 *
 * @module
 */

export interface Trie {
  /** The class of a byte, 0 for those in no keyword. Capitals have the class of their small letter. */
  readonly classOf: Uint8Array
  /** Bits of a class. */
  readonly shift: number
  /** The node behind another, by `node << shift | class`; 0, the root, where there is none. */
  readonly next: Uint16Array | Uint32Array
  /** The keyword that ends at a node, plus one; 0 where none does. */
  readonly ends: Uint16Array | Uint32Array
}

/** Room for `size` numbers up to `most`. */
const numbers = (size: number, most: number): Uint16Array | Uint32Array =>
  most < 65_536 ? new Uint16Array(size) : new Uint32Array(size)

/** Compiles keywords in small letters, no two of them equal. */
export const makeTrie = (spellings: ReadonlyArray<Uint8Array>): Trie => {
  const classOf = new Uint8Array(256)
  let classes = 0
  for (const spelling of spellings) {
    for (const byte of spelling) {
      if (classOf[byte] !== 0) continue
      classes += 1
      classOf[byte] = classes
    }
  }
  for (let byte = 65; byte <= 90; byte += 1) classOf[byte] = classOf[byte + 32] ?? 0
  const shift = 32 - Math.clz32(classes)
  const most = spellings.reduce((sum, spelling) => sum + spelling.length, 1)
  const next = numbers(most << shift, most)
  const ends = numbers(most, spellings.length)
  let nodes = 1
  spellings.forEach((spelling, keyword) => {
    let node = 0
    for (const byte of spelling) {
      const edge = (node << shift) | (classOf[byte] ?? 0)
      if (next[edge] === 0) {
        next[edge] = nodes
        nodes += 1
      }
      node = next[edge] ?? 0
    }
    ends[node] = keyword + 1
  })
  return { classOf, shift, next, ends }
}
