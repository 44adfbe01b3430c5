/**
 * Reads bytes that may or may not be text: what is UTF-8 is folded, what is UTF-16 of ASCII loses its zeros, and
 * anything else becomes a mark.
 *
 * @module
 */

import { pushFolded } from "./foldCodePoint.ts"
import { otherScript, push, type ScanPage } from "./ScanPage.ts"

/** Folds a code point that was spelt by its number; numbers beyond Unicode are left out. */
export const pushCodePoint = (page: ScanPage, codePoint: number): void => {
  if (codePoint < 128) push(page, codePoint)
  else if (codePoint <= 0x10ffff) pushFolded(page, codePoint)
}

/** What a byte is: 0 unreadable, 1 ASCII text, 2 to 4 the first of as many bytes, 5 a zero. */
const leads = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0) return 5
  if (byte < 128) return (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13) ? 1 : 0
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
})

/** The code point of the `size` bytes at `from`, or -1 when they are no UTF-8. */
const codePointOf = (bytes: Uint8Array, from: number, to: number, size: number): number => {
  if (from + size > to) return -1
  let codePoint = (bytes[from] ?? 0) & (0x7f >> size)
  for (let index = from + 1; index < from + size; index += 1) {
    const byte = bytes[index] ?? 0
    if ((byte & 0xc0) !== 0x80) return -1
    codePoint = (codePoint << 6) | (byte & 63)
  }
  const isShortest = codePoint >= (size === 2 ? 0x80 : size === 3 ? 0x800 : 0x10000)
  return isShortest && codePoint <= 0x10ffff ? codePoint : -1
}

/** Shortest stretch of text that is kept: no credential and no name of one is shorter. */
const shortestText = 8

/**
 * Appends what the bytes `[from, to)` of another buffer say, then one mark. Stretches of fewer than eight readable
 * bytes are left out, and unreadable bytes between longer ones make one mark, so it appends at most one byte more than
 * it reads; the caller has made room.
 */
export const pushBytes = (page: ScanPage, bytes: Uint8Array, from: number, to: number): void => {
  const target = page.bytes
  let stretch = page.length
  let end = stretch
  for (let index = from; index < to; ) {
    const byte = bytes[index] ?? 0
    const lead = leads[byte] ?? 0
    if (lead === 1) {
      target[end] = byte
      end += 1
      index += 1
      continue
    }
    const codePoint = lead >= 2 && lead <= 4 ? codePointOf(bytes, index, to, lead) : -1
    if (codePoint >= 0) {
      page.length = end
      pushFolded(page, codePoint)
      end = page.length
      index += lead
      continue
    }
    index += 1
    if (lead === 5) continue
    if (end - stretch >= shortestText) {
      target[end] = otherScript
      stretch = end + 1
    }
    end = stretch
  }
  page.length = end - stretch >= shortestText ? end : stretch
  if (page.length > 0) push(page, otherScript)
}
