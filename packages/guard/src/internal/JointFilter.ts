/**
 * Tells whether some keyword occurs in a page once spaces, quotes and other joints are left out, without writing that
 * reading down.
 *
 * @module
 */

import { byteTraits, isJoint, jointShift } from "./byteTraits.ts"
import { toLower } from "./charClass.ts"
import { bitOf, type GramSet, gramWidth, makeGramSet, visitTexts } from "./grams.ts"
import { at, type ScanPage } from "./ScanPage.ts"

/** The keywords, and the set of their last four bytes. */
export interface JointFilter {
  readonly keywords: ReadonlyArray<string>
  readonly endings: GramSet
}

/** Compiles keywords of three bytes or more in small letters, one character for each page byte, without joints. */
export const makeJointFilter = (keywords: ReadonlyArray<string>): JointFilter => ({
  keywords,
  endings: makeGramSet(
    keywords.map((keyword) => keyword.slice(-4)),
    4,
    "before",
  ),
})

const pass = { position: 0, gram: 0 }

/** Moves the pass behind the next candidate's last byte. Returns false at the end of the page. */
const advance = (filter: JointFilter, page: ScanPage): boolean => {
  const { classOf, map, mask } = filter.endings
  const { bytes, length } = page
  let { gram, position } = pass
  let isCandidate = 0
  while (position < length && isCandidate === 0) {
    const byte = bytes[position] ?? 0
    // A joint shifts by nothing and adds nothing.
    const keep = (((byteTraits[byte] ?? 0) >> jointShift) & 1) - 1
    gram = ((gram << (gramWidth & keep)) | ((classOf[byte] ?? 0) & keep)) & mask
    const bit = bitOf(gram)
    isCandidate = ((map[bit >> 3] ?? 0) >> (bit & 7)) & 1 & keep
    position += 1
  }
  pass.gram = gram
  pass.position = position
  return isCandidate !== 0
}

/** Whether the keyword ends right before `to` when joints are left out. */
const endsAt = (page: ScanPage, to: number, keyword: string): boolean => {
  let position = to - 1
  for (let index = keyword.length - 1; index >= 0; index -= 1) {
    while (position >= 0 && isJoint(at(page, position))) position -= 1
    if (position < 0 || toLower(at(page, position)) !== keyword.charCodeAt(index)) return false
    position -= 1
  }
  return true
}

/** Whether any keyword occurs without joints. Stops at the first. */
export const occursWithoutJoints = (filter: JointFilter, page: ScanPage): boolean => {
  let isFound = false
  pass.position = 0
  pass.gram = 0
  while (!isFound && advance(filter, page)) {
    visitTexts(filter.endings, pass.gram, (keyword) => {
      isFound = isFound || endsAt(page, pass.position, filter.keywords[keyword] ?? "")
    })
  }
  return isFound
}
