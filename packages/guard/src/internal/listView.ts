/**
 * Decodes the lists of byte values that programs print: `67 68 70`, `0x67, 0x68`, `103, 104, 112`.
 *
 * @module
 */

import { byteTraits, inList, isDigitOfHex, isListGap } from "./byteTraits.ts"
import { isWord } from "./charClass.ts"
import { begin, type Decoder, fewestItems, hexDigit } from "./Decoder.ts"
import { at, type ScanPage } from "./ScanPage.ts"
import { pushBytes } from "./utf8.ts"

/** A list of ten numbers has nineteen bytes: it fills one in every two groups of eight that begin at a probe. */
const stride = 8
/** Longest gap between two numbers of a list. */
const longestGap = 12

/** Whether the next eight bytes could be in a list of numbers. */
const isListAt = (bytes: Uint8Array, from: number): boolean => {
  let digits = 0
  for (let index = from; index < from + stride; index += 1) {
    const trait = byteTraits[bytes[index] ?? 0] ?? 0
    if ((trait & inList) === 0) return false
    digits |= trait & isDigitOfHex
  }
  return digits !== 0
}

const valueOf = (source: ScanPage, from: number, to: number, base: number): number => {
  let value = 0
  for (let position = from; position < to; position += 1) {
    const digit = hexDigit(source, position)
    if (digit < 0 || digit >= base) return -1
    value = value * base + digit
  }
  return value
}

/** The value of a token as a byte: `103` in base 10; `67` or `0x67` in base 16; -1 if it is none. */
const byteOf = (source: ScanPage, from: number, to: number, base: number): number => {
  const size = to - from
  const isPrefixed = size === 4 && at(source, from) === 48 && (at(source, from + 1) | 32) === 120
  if (base === 16) return size === 2 || isPrefixed ? valueOf(source, to - 2, to, 16) : -1
  const value = size >= 1 && size <= 3 ? valueOf(source, from, to, 10) : -1
  return value < 256 ? value : -1
}

/** The start of the next number of a list after `from`, or `from` when the list ends there. */
const afterGap = (source: ScanPage, from: number): number => {
  let next = from
  while (next < from + longestGap && isListGap(at(source, next))) next += 1
  return next
}

/** The end of the token at `from`, at most five bytes on. */
const tokenEnd = (source: ScanPage, from: number): number => {
  let end = from
  while (end < from + 5 && isWord(at(source, end))) end += 1
  return end
}

/** Decodes the list of numbers at `from` if it has ten items or more. Returns the end of its last number. */
const readList = (source: ScanPage, from: number, base: number, into: Decoder): number => {
  const target = into.plain.bytes
  let size = 0
  let position = from
  let end = from
  for (;;) {
    const to = tokenEnd(source, position)
    const value = byteOf(source, position, to, base)
    if (value < 0) break
    target[size] = value
    size += 1
    end = to
    position = afterGap(source, to)
    if (position === to) break
  }
  if (size < fewestItems) return from
  pushBytes(into.page, target, 0, size)
  return end
}

/** Tries the list that begins at a token, in both bases. Returns the end of what was read, or of the token. */
const readToken = (source: ScanPage, from: number, into: Decoder): number => {
  const hexadecimal = readList(source, from, 16, into)
  const decimal = readList(source, from, 10, into)
  return Math.max(tokenEnd(source, from), hexadecimal, decimal)
}

/** Writes what the lists of numbers in `source` spell. Returns whether there were any. */
export const decodeLists = (source: ScanPage, into: Decoder): boolean => {
  const { bytes, length } = source
  begin(into, source, 2)
  let done = 0
  for (let probe = 0; probe + stride <= length; probe += stride) {
    if (probe < done || !isListAt(bytes, probe)) continue
    let position = probe
    while (position > done && ((byteTraits[bytes[position - 1] ?? 0] ?? 0) & inList) !== 0) {
      position -= 1
    }
    while (position < probe + stride) {
      const isStart = hexDigit(source, position) >= 0 && !isWord(at(source, position - 1))
      position = isStart ? readToken(source, position, into) : position + 1
    }
    done = position
  }
  return into.page.length > 0
}
