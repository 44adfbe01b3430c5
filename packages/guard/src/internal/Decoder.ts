/**
 * What the decoding readings share: a place for decoded bytes, a place for the text they are read as, and digits.
 *
 * @module
 */

import { at, open, type ScanPage } from "./ScanPage.ts"

/** Where decoded bytes are gathered before they are read as text, and the page the text goes to. */
export interface Decoder {
  readonly plain: ScanPage
  readonly page: ScanPage
}

/** Fewest numbers that make a list, and fewest pairs of hexadecimal digits that make a text. */
export const fewestItems = 10

/** Makes room for a source: its decoded bytes, and `growth` bytes of text for each of its own. */
export const begin = (into: Decoder, source: ScanPage, growth: number): void => {
  open(into.plain, source.length)
  into.plain.length = source.length
  open(into.page, growth * source.length + 64)
}

const hexDigits = new Int8Array(256).fill(-1)
for (const [value, digit] of Array.from("0123456789abcdef").entries()) {
  hexDigits[digit.charCodeAt(0)] = value
  hexDigits[digit.toUpperCase().charCodeAt(0)] = value
}

/** The value of the hexadecimal digit at a position, or -1. */
export const hexDigit = (page: ScanPage, position: number): number =>
  hexDigits[at(page, position)] ?? -1

/** 1 for a hexadecimal digit of either case. */
export const isHexDigit: Uint8Array = Uint8Array.from(hexDigits, (value) => (value < 0 ? 0 : 1))
