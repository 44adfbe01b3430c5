/**
 * 32-bit digests, for telling equal things apart from different ones quickly; they keep no secret.
 *
 * @module
 */

/** The digest of nothing, from which a chain starts. */
export const DIGEST_START = 0x811c9dc5

/** Continues a digest over the UTF-16 units of a text and an end mark. */
export const digestText = (digest: number, text: string): number => {
  let h = digest
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  }
  return Math.imul(h ^ 0x1ffff, 0x01000193)
}

/** Spreads the last units over all bits; what is stored. Never 0. */
export const digestEnd = (digest: number): number => {
  let h = digest
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0 || 1
}
