/**
 * Reads one code point the way a person reads it: accents and invisible characters fall away, compatibility
 * forms and look-alikes become the ASCII character they show, letters of foreign keywords keep a byte of their own.
 *
 * @module
 */

import { copulas, directions, passwordWords, secretWords } from "../rules/secretWords.ts"
import { lookAlikes } from "./lookAlikes.ts"
import { otherScript, push, type ScanPage } from "./ScanPage.ts"

const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]$/u
const separator = /^[\p{Zs}\p{Zl}\p{Zp}\u0085]$/u

const isAscii = (character: string): boolean => character.charCodeAt(0) < 128

/** Letters of the keywords in `secretWords.ts` that no ASCII character stands for; each gets a byte above 128. */
const foreignBytes: ReadonlyMap<string, number> = new Map(
  Array.from(
    new Set(
      Array.from([...passwordWords, ...secretWords, ...copulas, ...directions].join("")).filter(
        (character) =>
          !isAscii(character) &&
          !lookAlikes.has(character) &&
          !unseen.test(character) &&
          !/[a-z]/i.test(character.normalize("NFKD")),
      ),
    ),
    (character, index) => [character, otherScript + 1 + index] as const,
  ),
)

/** Letters inside circles, squares and flags, which have no compatibility form in Unicode. */
const enclosedLetter = (codePoint: number): string | undefined => {
  for (const first of [0x1f150, 0x1f170, 0x1f1e6]) {
    if (codePoint >= first && codePoint < first + 26) {
      return String.fromCharCode(65 + codePoint - first)
    }
  }
  return undefined
}

const fold = (codePoint: number): Uint8Array => {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return Uint8Array.of(otherScript)
  const character = String.fromCodePoint(codePoint)
  const foreign = foreignBytes.get(character)
  if (foreign !== undefined) return Uint8Array.of(foreign)
  if (unseen.test(character)) return new Uint8Array(0)
  if (separator.test(character)) return Uint8Array.of(32)
  const known = lookAlikes.get(character) ?? enclosedLetter(codePoint)
  if (known !== undefined) return Uint8Array.of(known.charCodeAt(0))
  const bytes: Array<number> = []
  for (const part of character.normalize("NFKD")) {
    if (unseen.test(part)) continue
    const shown = lookAlikes.get(part) ?? part
    bytes.push(isAscii(shown) ? shown.charCodeAt(0) : (foreignBytes.get(part) ?? otherScript))
  }
  const isText = bytes.length <= 3 && bytes.some((byte) => byte !== otherScript)
  return isText ? Uint8Array.from(bytes) : Uint8Array.of(otherScript)
}

/** The planes in which any character is read as something else; the others hold ideographs and nothing at all. */
const foldedPlanes = 0x20000

/** What is known of each code point: 0 nothing yet, 1 invisible, 2 see `several`, else its byte. */
const single = new Uint8Array(foldedPlanes)
const several = new Map<number, Uint8Array>()

const learn = (codePoint: number): number => {
  const bytes = fold(codePoint)
  const only = bytes.length === 0 ? 1 : bytes.length === 1 ? (bytes[0] ?? 0) : 2
  if (only === 2) several.set(codePoint, bytes)
  single[codePoint] = only
  return only
}

/** Tags and variation selectors: they show nothing. */
const isTag = (codePoint: number): boolean => codePoint >= 0xe0000 && codePoint <= 0xe0fff

/**
 * Appends to a page what a code point of 128 or more is read as: nothing for an invisible one, `otherScript`
 * for an unknown one. At most 3 bytes, and no more than UTF-8 takes; the caller has made room.
 */
export const pushFolded = (page: ScanPage, codePoint: number): void => {
  if (codePoint >= foldedPlanes) {
    if (!isTag(codePoint)) push(page, otherScript)
    return
  }
  const known = single[codePoint] ?? 0
  const only = known === 0 ? learn(codePoint) : known
  if (only > 2) push(page, only)
  else if (only === 2) for (const byte of several.get(codePoint) ?? []) push(page, byte)
}

const onlyAscii = /^[\p{ASCII}]*$/u

/** A keyword of the tables as the page bytes it is found by, one character for each byte. */
export const foldKeyword = (keyword: string): string => {
  if (onlyAscii.test(keyword)) return keyword
  let text = ""
  for (const character of keyword) {
    const codePoint = character.codePointAt(0) ?? 0
    text += codePoint < 128 ? character : String.fromCharCode(...fold(codePoint))
  }
  return text
}
