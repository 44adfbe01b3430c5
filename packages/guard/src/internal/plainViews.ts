/**
 * The readings of a text itself: as it stands, folded to what a person sees, and what it hides in invisible
 * characters.
 *
 * @module
 */

import { byteTraits, foldable, hiding } from "./byteTraits.ts"
import { pushFolded } from "./foldCodePoint.ts"
import { open, push, type ScanPage } from "./ScanPage.ts"

const encoder = new TextEncoder()

/** Copies a text as it stands, in UTF-8; a lone surrogate becomes the replacement character. */
export const readAsIs = (page: ScanPage, text: string): void => {
  open(page, 3 * text.length)
  page.length = encoder.encodeInto(text, page.bytes).written
}

/** The position after a terminal's colour sequence that starts at `from` with ESC, at most 32 bytes long. */
const afterTerminalSequence = (source: ScanPage, from: number): number => {
  const { bytes, length } = source
  if (bytes[from + 1] !== 91) return from + 1
  const limit = Math.min(length, from + 32)
  for (let end = from + 2; end < limit; end += 1) {
    const byte = bytes[end] ?? 0
    if (byte >= 64 && byte <= 126) return end + 1
    if (byte < 32 || byte > 63) return from + 1
  }
  return from + 1
}

/** The number of bytes that a lead byte of well-formed UTF-8 announces. */
const sizeOf = (lead: number): number => (lead < 224 ? 2 : lead < 240 ? 3 : 4)

/** The code point that begins at `from`, in well-formed UTF-8. */
const codePointAt = (bytes: Uint8Array, from: number): number => {
  const lead = bytes[from] ?? 0
  const size = sizeOf(lead)
  let codePoint = lead & (size === 2 ? 31 : size === 3 ? 15 : 7)
  for (let index = from + 1; index < from + size; index += 1) {
    codePoint = (codePoint << 6) | ((bytes[index] ?? 0) & 63)
  }
  return codePoint
}

/**
 * Copies well-formed UTF-8 as it is read: look-alikes mapped; accents, control and invisible characters out.
 * Returns whether there may be something to read in `readHidden`.
 */
export const readFolded = (page: ScanPage, source: ScanPage): boolean => {
  const { bytes, length } = source
  open(page, length)
  const target = page.bytes
  let to = 0
  let seen = 0
  for (let index = 0; index < length; ) {
    const byte = bytes[index] ?? 0
    seen |= byteTraits[byte] ?? 0
    if (((byteTraits[byte] ?? 0) & foldable) === 0) {
      target[to] = byte
      to += 1
      index += 1
    } else if (byte >= 128) {
      page.length = to
      pushFolded(page, codePointAt(bytes, index))
      to = page.length
      index += sizeOf(byte)
    } else {
      index = byte === 27 ? afterTerminalSequence(source, index) : index + 1
    }
  }
  page.length = to
  return (seen & hiding) !== 0
}

/** The byte that an invisible character smuggles: language tags spell ASCII, variation selectors any byte; or -1. */
const smuggled = (codePoint: number): number => {
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return codePoint - 0xfe00
  if (codePoint >= 0xe0020 && codePoint < 0xe007f) return codePoint - 0xe0000
  return codePoint >= 0xe0100 && codePoint < 0xe0170 ? codePoint - 0xe0100 + 16 : -1
}

/** Copies the ASCII that is smuggled in well-formed UTF-8. Returns whether there was any. */
export const readHidden = (page: ScanPage, source: ScanPage): boolean => {
  const { bytes, length } = source
  open(page, length)
  for (let index = 0; index < length; index += 1) {
    if (((byteTraits[bytes[index] ?? 0] ?? 0) & hiding) === 0) continue
    const byte = smuggled(codePointAt(bytes, index))
    if (byte >= 0) push(page, byte)
  }
  return page.length > 0
}
