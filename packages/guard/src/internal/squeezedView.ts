/**
 * Takes out what people and tools put between the characters of a key: spaces, line breaks, quotes, the joints
 * of string literals, and one repeated separator. Only shapes that name their vendor are looked for in it.
 *
 * @module
 */

import { byteTraits, jointShift, symbol } from "./byteTraits.ts"
import { open, otherScript, push, type ScanPage } from "./ScanPage.ts"

/** Fewest characters that are taken for a key spelt with separators. */
const fewestSpelt = 12

/** Writes into `page` what is left of `source` without its joints. */
export const squeeze = (page: ScanPage, source: ScanPage): void => {
  const { bytes, length } = source
  open(page, length + 1)
  const target = page.bytes
  let to = 0
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] ?? 0
    target[to] = byte
    to += 1 - (((byteTraits[byte] ?? 0) >> jointShift) & 1)
  }
  page.length = to
}

/** Every eighth byte is probed: a key of twelve spelt characters has twenty-three. */
const stride = 8

/** Whether every second one of the next bytes is the same symbol. */
const isSpeltAt = (bytes: Uint8Array, from: number): boolean => {
  const byte = bytes[from] ?? 0
  return (
    byte === bytes[from + 2] &&
    byte === bytes[from + 4] &&
    byte !== bytes[from + 1] &&
    ((byteTraits[byte] ?? 0) & symbol) !== 0
  )
}

/** The separators around the one at `from` that are two bytes apart, as far as they reach. */
const readStretch = (page: ScanPage, source: ScanPage, from: number, done: number): number => {
  const { bytes, length } = source
  const separator = bytes[from]
  let first = from
  while (first - 2 > done && bytes[first - 2] === separator) first -= 2
  let last = from
  while (last + 2 < length && bytes[last + 2] === separator) last += 2
  if ((last - first) / 2 + 2 >= fewestSpelt) {
    for (let position = first - 1; position <= last + 1 && position < length; position += 2) {
      if (position >= 0) push(page, bytes[position] ?? 0)
    }
    push(page, otherScript)
  }
  return last + 1
}

/**
 * Writes into `page` every stretch of `source` that has one and the same symbol after each of twelve characters or
 * more, as `g-h-p-_-1-2` has, without those symbols. Returns whether there was any.
 */
export const readSpelt = (page: ScanPage, source: ScanPage): boolean => {
  const { bytes, length } = source
  open(page, length + 8)
  let done = 0
  for (let probe = 0; probe + stride <= length; probe += stride) {
    if (probe < done) continue
    if (isSpeltAt(bytes, probe)) done = readStretch(page, source, probe, done)
    else if (isSpeltAt(bytes, probe + 1)) done = readStretch(page, source, probe + 1, done)
  }
  return page.length > 0
}
