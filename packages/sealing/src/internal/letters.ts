/**
 * Bytes as letters of `a` to `p`, two a byte: text that is no word and looks like nobody's credential.
 *
 * @module
 */
const FIRST = "a".charCodeAt(0)

export const toLetters = (bytes: Uint8Array): string => {
  const letters = Buffer.alloc(bytes.length * 2)
  for (const [i, byte] of bytes.entries()) {
    letters[2 * i] = FIRST + (byte >> 4)
    letters[2 * i + 1] = FIRST + (byte & 15)
  }
  return letters.toString("latin1")
}

/** `letters`: of `a` to `p` alone, an even number. */
export const fromLetters = (letters: string): Uint8Array => {
  const bytes = new Uint8Array(letters.length >> 1)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = ((letters.charCodeAt(2 * i) - FIRST) << 4) | (letters.charCodeAt(2 * i + 1) - FIRST)
  }
  return bytes
}
