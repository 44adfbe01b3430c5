/**
 * What each byte means to the readings of a text.
 *
 * @module
 */

import { classBits, classIndex } from "./charClass.ts"

/** Folding changes it: a control character, or a byte of another script. */
export const foldable = 1
/** It leads a character that can spell bytes without showing. */
export const hiding = 2
/** An escape may begin with it. */
export const escaped = 4
/** Punctuation in ASCII, joints left out. */
export const symbol = 8
/** It may stand in a list of numbers: a hexadecimal digit, the x of `0x`, or what is between them. */
export const inList = 16
/** A hexadecimal digit. */
export const isDigitOfHex = 32

/** Position of the bit that marks a joint. */
export const jointShift = 6

const setOf = (text: string): ReadonlySet<number> =>
  new Set(Array.from(text, (character) => character.charCodeAt(0)))
const escapes = setOf("%&=\\")
const joints = setOf("\t\n\v\f\r \"'`+,\\")
const listGaps = setOf("\t\n\v\f\r ,:;.|")

const isIn = (byte: number, letter: string): boolean =>
  ((classBits[byte] ?? 0) & (1 << classIndex(letter))) !== 0

const traitsOf = (byte: number): number => {
  const isControl = byte < 9 || (byte > 13 && byte < 32) || byte === 127
  const isSymbol = byte > 32 && byte < 127 && !isIn(byte, "A") && !joints.has(byte)
  const isHex = isIn(byte, "x")
  return (
    (isControl || byte > 127 ? foldable : 0) |
    (byte === 0xef || byte === 0xf3 ? hiding : 0) |
    (escapes.has(byte) ? escaped : 0) |
    (isSymbol ? symbol : 0) |
    (isHex || (byte | 32) === 120 || listGaps.has(byte) ? inList : 0) |
    (isHex ? isDigitOfHex : 0) |
    (Number(joints.has(byte)) << jointShift)
  )
}

/** The traits of every byte. */
export const byteTraits = Uint8Array.from({ length: 256 }, (_, byte) => traitsOf(byte))

/** The traits that occur in a text, together. */
export const traitsIn = (bytes: Uint8Array, length: number): number => {
  let seen = 0
  for (let position = 0; position < length; position += 1) {
    seen |= byteTraits[bytes[position] ?? 0] ?? 0
  }
  return seen
}

/** White space, quotes, plus, comma and back-slash: what joins the parts of a text. */
export const isJoint = (byte: number): boolean =>
  (((byteTraits[byte] ?? 0) >> jointShift) & 1) !== 0

/** What may stand between the numbers of a list. */
export const isListGap = (byte: number): boolean => listGaps.has(byte)
