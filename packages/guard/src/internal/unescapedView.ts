/**
 * Undoes in one pass the escapes that texts, URLs, markup and source code write characters with:
 * `%5F`, `&#95;`, `&lowbar;`, `\u005f`, `\x5f`, `\137`, `\n`, `=5F` and soft line breaks.
 *
 * @module
 */

import { byteTraits, escaped } from "./byteTraits.ts"
import { isDigit } from "./charClass.ts"
import { at, open, push, pushRange, type ScanPage } from "./ScanPage.ts"
import { pushCodePoint } from "./utf8.ts"

const namedEntities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["lowbar", "_"],
  ["underbar", "_"],
  ["hyphen", "-"],
  ["dash", "-"],
  ["equals", "="],
  ["colon", ":"],
  ["semi", ";"],
  ["sol", "/"],
  ["bsol", "\\"],
  ["period", "."],
  ["comma", ","],
  ["plus", "+"],
  ["commat", "@"],
  ["num", "#"],
  ["excl", "!"],
  ["dollar", "$"],
  ["percnt", "%"],
  ["ast", "*"],
  ["tilde", "~"],
  ["verbar", "|"],
  ["vert", "|"],
  ["shy", ""],
  ["zwj", ""],
  ["zwnj", ""],
  ["ZeroWidthSpace", ""],
  ["NoBreak", ""],
  ["Tab", "\t"],
  ["NewLine", "\n"],
])

const hexValue = (byte: number): number => {
  if (isDigit(byte)) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** What an escape says: a code point, one byte of UTF-8, or nothing at all; and the position after it. */
const escape = { kind: "none" as "codePoint" | "byte" | "none", value: 0, end: 0 }

const says = (kind: typeof escape.kind, value: number, end: number): true => {
  escape.kind = kind
  escape.value = value
  escape.end = end
  return true
}

/** A number that was read, and the position after its last digit. */
const numeral = { value: 0, end: 0 }

/** Reads up to `max` digits of a base (8, 10 or 16) at `from`. Returns whether there were at least `min`. */
const readNumeral = (
  page: ScanPage,
  from: number,
  base: number,
  min: number,
  max: number,
): boolean => {
  let value = 0
  let position = from
  while (position < from + max) {
    const digit = hexValue(at(page, position))
    if (digit < 0 || digit >= base) break
    value = value * base + digit
    position += 1
  }
  numeral.value = value
  numeral.end = position
  return position - from >= min
}

/** From the letter after a back-slash to what it stands for; a back-slash before a line break is nothing. */
const simpleEscapes: ReadonlyMap<number, number> = new Map([
  [110, 10],
  [114, 13],
  [116, 9],
  [34, 34],
  [39, 39],
  [47, 47],
  [92, 92],
])

/** `\u005f`, `\u{5f}`, `\U0000005f`, `\x5f`, `\137`, `\n` and their kin at `from`. */
const readBackslash = (source: ScanPage, from: number): boolean => {
  const kind = at(source, from + 1)
  if (kind === 117 && at(source, from + 2) === 123) {
    const isClosed = readNumeral(source, from + 3, 16, 1, 6) && at(source, numeral.end) === 125
    return isClosed && says("codePoint", numeral.value, numeral.end + 1)
  }
  if (kind === 117) {
    return readNumeral(source, from + 2, 16, 4, 4) && says("codePoint", numeral.value, numeral.end)
  }
  if (kind === 85) {
    return readNumeral(source, from + 2, 16, 8, 8) && says("codePoint", numeral.value, numeral.end)
  }
  if (kind === 120) {
    return readNumeral(source, from + 2, 16, 2, 2) && says("byte", numeral.value, numeral.end)
  }
  if (readNumeral(source, from + 1, 8, 3, 3) && numeral.value < 256) {
    return says("byte", numeral.value, numeral.end)
  }
  if (kind === 10) return says("none", 0, from + 2)
  const plain = simpleEscapes.get(kind)
  return plain !== undefined && says("codePoint", plain, from + 2)
}

/** `&#95;`, `&#x5f;` and the entities of `namedEntities` at `from`. */
const readEntity = (source: ScanPage, from: number): boolean => {
  if (at(source, from + 1) === 35) {
    const isHex = (at(source, from + 2) | 32) === 120
    if (!readNumeral(source, from + (isHex ? 3 : 2), isHex ? 16 : 10, 1, 8)) return false
    const end = at(source, numeral.end) === 59 ? numeral.end + 1 : numeral.end
    return says("codePoint", numeral.value, end)
  }
  let name = ""
  for (let index = from + 1; index < from + 16; index += 1) {
    const byte = at(source, index)
    if (byte === 59) {
      const meaning = namedEntities.get(name)
      if (meaning === undefined) return false
      return says(meaning === "" ? "none" : "codePoint", meaning.codePointAt(0) ?? 0, index + 1)
    }
    name += String.fromCharCode(byte)
  }
  return false
}

/** `=5F` and the soft line break of quoted-printable at `from`. */
const readQuotedPrintable = (source: ScanPage, from: number): boolean => {
  if (at(source, from + 1) === 10) return says("none", 0, from + 2)
  if (at(source, from + 1) === 13 && at(source, from + 2) === 10) return says("none", 0, from + 3)
  return readNumeral(source, from + 1, 16, 2, 2) && says("byte", numeral.value, numeral.end)
}

/** Quoted-printable is only undone after it has shown itself: by a soft line break or an escaped equals sign. */
const showsQuotedPrintable = (source: ScanPage, from: number): boolean => {
  const next = at(source, from + 1)
  return next === 10 || next === 13 || (next === 51 && (at(source, from + 2) | 32) === 100)
}

const readEscape = (source: ScanPage, from: number, isQuotedPrintable: boolean): boolean => {
  const byte = source.bytes[from]
  if (byte === 92) return readBackslash(source, from)
  if (byte === 38) return readEntity(source, from)
  if (byte === 61) return isQuotedPrintable && readQuotedPrintable(source, from)
  return readNumeral(source, from + 1, 16, 2, 2) && says("byte", numeral.value, numeral.end)
}

/** A character of UTF-8 that escaped bytes are spelling. */
const utf8 = { codePoint: 0, missing: 0 }

const pushEscapedByte = (page: ScanPage, byte: number): void => {
  if (byte < 128) {
    utf8.missing = 0
    push(page, byte)
  } else if (byte < 192) {
    if (utf8.missing === 0) return
    utf8.codePoint = (utf8.codePoint << 6) | (byte & 63)
    utf8.missing -= 1
    if (utf8.missing === 0) pushCodePoint(page, utf8.codePoint)
  } else {
    utf8.missing = byte < 224 ? 1 : byte < 240 ? 2 : byte < 248 ? 3 : 0
    utf8.codePoint = byte & (byte < 224 ? 31 : byte < 240 ? 15 : 7)
  }
}

/**
 * Writes into `page` what `source` says once its escapes are undone. Returns whether there were any; if not, the page
 * is left as it was. No escape is shorter than what it spells, so the result is no longer than the source.
 */
export const unescape = (page: ScanPage, source: ScanPage): boolean => {
  const { bytes, length } = source
  let isQuotedPrintable = false
  let copied = 0
  for (let index = 0; index < length; ) {
    const byte = bytes[index] ?? 0
    if (((byteTraits[byte] ?? 0) & escaped) === 0) {
      index += 1
      continue
    }
    isQuotedPrintable = isQuotedPrintable || (byte === 61 && showsQuotedPrintable(source, index))
    if (!readEscape(source, index, isQuotedPrintable)) {
      index += 1
      continue
    }
    if (copied === 0) open(page, length)
    if (index > copied || escape.kind !== "byte") utf8.missing = 0
    pushRange(page, source, copied, index)
    if (escape.kind === "codePoint") pushCodePoint(page, escape.value)
    else if (escape.kind === "byte") pushEscapedByte(page, escape.value)
    copied = escape.end
    index = escape.end
  }
  if (copied > 0) pushRange(page, source, copied, length)
  return copied > 0
}
