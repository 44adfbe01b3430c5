/**
 * Tells whether some keyword occurs in a page once spaces, quotes and other joints are left out, without writing that
 * reading down.
 *
 * @module
 */

import { byteTraits, isJoint, jointShift } from "./byteTraits.ts"
import { bitOf, type GramSet, gramWidth, makeGramSet } from "./grams.ts"
import type { ScanPage } from "./ScanPage.ts"
import { follow, makeTrie, type Trie } from "./Trie.ts"

/** The set of the keywords' last four bytes, and the keywords read backwards. */
export interface JointFilter {
  readonly endings: GramSet
  readonly backwards: Trie
}

/** Compiles keywords of three bytes or more in small letters, one character for each page byte, without joints. */
export const makeJointFilter = (keywords: ReadonlyArray<string>): JointFilter => ({
  endings: makeGramSet(
    keywords.map((keyword) => keyword.slice(-4)),
    4,
    "before",
  ),
  backwards: makeTrie(keywords, "backwards"),
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

/** Whether any keyword ends right before `to` when joints are left out. */
const endsAt = ({ backwards }: JointFilter, page: ScanPage, to: number): boolean => {
  const { ends } = backwards
  const { bytes } = page
  let node = 0
  for (let position = to - 1; position >= 0; position -= 1) {
    const byte = bytes[position] ?? 0
    if (isJoint(byte)) continue
    node = follow(backwards, node, byte)
    if (node === 0) return false
    if (ends[node] !== 0) return true
  }
  return false
}

/** Whether any keyword occurs without joints. Stops at the first. */
export const occursWithoutJoints = (filter: JointFilter, page: ScanPage): boolean => {
  pass.position = 0
  pass.gram = 0
  while (advance(filter, page)) {
    if (endsAt(filter, page, pass.position)) return true
  }
  return false
}
