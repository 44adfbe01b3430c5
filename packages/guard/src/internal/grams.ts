/**
 * Sets of short byte sequences (grams) that answer "no" or "maybe" in a few instructions: a bit map of hashed grams.
 *
 * @module
 */

/** A byte is told apart by six bits. */
export const gramWidth = 6

/** How many bytes can be told apart; class 0 is for those that are in no gram. */
const classLimit = 1 << gramWidth

/** A map has 2 to the 18th bits, 32 KiB: it stays in the nearest cache. */
const mapShift = 14
const mapBytes = 1 << 15

/** Where the byte is that makes a text one byte shorter than a gram a gram: any byte will do there. */
export type Missing = "after" | "before"

/** A set of grams. */
export interface GramSet {
  /** Bytes of a gram. */
  readonly size: number
  readonly mask: number
  /** The class of a byte. Capitals have the class of their small letter. */
  readonly classOf: Uint8Array
  /** Two grams may share a bit; a map never denies a gram that is in it. */
  readonly map: Uint8Array
}

/** Where a gram stands in a map. */
export const bitOf = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> mapShift

/** Tells at most 62 bytes apart; any further share the last class. */
const classify = (texts: ReadonlyArray<string>): Uint8Array => {
  const classOf = new Uint8Array(256)
  let count = 1
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      const byte = text.charCodeAt(index)
      if (classOf[byte] !== 0) continue
      classOf[byte] = Math.min(count, classLimit - 1)
      count += 1
    }
  }
  for (let byte = 65; byte <= 90; byte += 1) classOf[byte] = classOf[byte + 32] ?? 0
  return classOf
}

const gramOf = (text: string, classOf: Uint8Array): number => {
  let gram = 0
  for (let index = 0; index < text.length; index += 1) {
    gram = (gram << gramWidth) | (classOf[text.charCodeAt(index)] ?? 0)
  }
  return gram
}

/** Compiles texts in small letters, of `size` bytes (at most four) or one less. */
export const makeGramSet = (
  texts: ReadonlyArray<string>,
  size: number,
  missing: Missing,
): GramSet => {
  const classOf = classify(texts)
  const map = new Uint8Array(mapBytes)
  const head = gramWidth * (size - 1)
  for (const text of texts) {
    const gram = gramOf(text, classOf)
    const isWhole = text.length === size
    const first = isWhole || missing === "before" ? gram : gram << gramWidth
    const step = missing === "before" ? 1 << head : 1
    const last = isWhole ? first : first + (classLimit - 1) * step
    for (let any = first; any <= last; any += step) {
      const bit = bitOf(any)
      map[bit >> 3] = (map[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return { size, mask: (1 << (size * gramWidth)) - 1, classOf, map }
}
