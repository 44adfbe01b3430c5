/**
 * What a code point is to the analyser, read from a table shipped with the package: the runtime's own
 * property escapes follow its Unicode version and would make terms differ between machines.
 *
 * @module
 */
import { characterClassRuns, tableSize } from "./generated/characterClasses.ts"

/** The classes; every letter class is `>= Latin` and every class that is part of a word `>= Digit`. */
export const CharacterClass = {
  /** Space, punctuation, symbols, controls, private use. */
  Separator: 0,
  /** Not assigned in the pinned Unicode version: the runtime must never see it. */
  Unassigned: 1,
  /** Invisible or purely typographic; removed before anything else. */
  Ignorable: 2,
  /** Continues the word before it. */
  Mark: 3,
  Digit: 4,
  Latin: 5,
  Cyrillic: 6,
  Greek: 7,
  Arabic: 8,
  Hebrew: 9,
  Devanagari: 10,
  /** A letter of any other script written with spaces. */
  OtherLetter: 11,
  Han: 12,
  Hiragana: 13,
  Katakana: 14,
  Hangul: 15,
  /** A letter of a script written without spaces between words: Thai, Lao, Khmer, Myanmar and relatives. */
  Unspaced: 16,
  /** An emoji or pictograph: a term of its own. */
  Pictograph: 17,
} as const

const decodeRuns = (): Uint8Array => {
  const table = new Uint8Array(tableSize)
  let at = 0
  for (const run of characterClassRuns.split(" ")) {
    const end = at + Number.parseInt(run.slice(1), 36)
    table.fill(Number.parseInt(run.slice(0, 1), 36), at, end)
    at = end
  }
  return table
}

const table = decodeRuns()

const classBeyondTable = (codePoint: number): number => {
  if (codePoint >= 0xf0000) return CharacterClass.Separator
  const isTag = codePoint === 0xe0001 || (codePoint >= 0xe0020 && codePoint <= 0xe007f)
  const isVariationSelector = codePoint >= 0xe0100 && codePoint <= 0xe01ef
  return isTag || isVariationSelector ? CharacterClass.Ignorable : CharacterClass.Unassigned
}

/** The class of a code point, 0 to 0x10FFFF; a surrogate is a `Separator`. */
export const classOf = (codePoint: number): number =>
  table[codePoint] ?? classBeyondTable(codePoint)

/** The class of the code point that begins at an index of the text; beyond its ends a `Separator`. */
export const classAt = (text: string, index: number): number => {
  if (index < 0 || index >= text.length) return CharacterClass.Separator
  const unit = text.charCodeAt(index)
  return unit < 0xd800 || unit > 0xdfff
    ? (table[unit] ?? 0)
    : classOf(text.codePointAt(index) ?? unit)
}

/** How many UTF-16 units the code point at an index takes: 1 or 2. */
export const widthAt = (text: string, index: number): number => {
  const unit = text.charCodeAt(index)
  return unit >= 0xd800 && unit <= 0xdbff && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}

/** The value, 0 to 9, of a code point whose class is `Digit`, in whatever script it is written. */
export const digitValue = (codePoint: number): number => {
  let zero = codePoint
  while (classOf(zero - 1) === CharacterClass.Digit) zero--
  return (codePoint - zero) % 10
}
