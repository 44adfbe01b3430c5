/**
 * The keys of the memories by slot, read only to order what is otherwise equal.
 *
 * @module
 */

/** Keys a page holds. */
export const PAGE_KEYS = 64

/** The page name of the keys in the postings' space; no analyser makes such a term. */
export const KEYS_NAME = "@@keys"

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Each key behind its length in two bytes, low byte first. */
export const encodeKeyPage = (keys: ReadonlyArray<string>): Uint8Array => {
  const parts = keys.map((key) => encoder.encode(key))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 2 + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes[at] = part.length & 255
    bytes[at + 1] = part.length >> 8
    bytes.set(part, at + 2)
    at += 2 + part.length
  }
  return bytes
}

export const decodeKeyPage = (bytes: Uint8Array | undefined): Array<string> => {
  const keys: Array<string> = []
  if (bytes === undefined) return keys
  for (let at = 0; at + 2 <= bytes.length; ) {
    const length = (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8)
    keys.push(decoder.decode(bytes.subarray(at + 2, at + 2 + length)))
    at += 2 + length
  }
  return keys
}
