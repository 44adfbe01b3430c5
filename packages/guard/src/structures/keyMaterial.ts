/**
 * Private keys in the forms people paste them, and web tokens.
 *
 * @module
 */

import type { StructureRule } from "../internal/Check.ts"
import { classIndex, isAlnum, toLower } from "../internal/charClass.ts"
import { at, runEnd, type ScanPage, textOf } from "../internal/ScanPage.ts"

const base64 = classIndex("B")
const padded = classIndex("E")

const header = "private key"

/** Finds `text` (lower case) within `reach` bytes of `from`; -1 when it is not there. */
const findWithin = (page: ScanPage, from: number, reach: number, text: string): number => {
  for (let index = from; index < from + reach; index += 1) {
    let length = 0
    while (length < text.length && toLower(at(page, index + length)) === text.charCodeAt(length))
      length += 1
    if (length === text.length) return index + length
  }
  return -1
}

/** A PEM or PGP header of a private key, and a line of its body within 700 bytes. */
export const pemKey: StructureRule = {
  id: "pem-private-key",
  revision: 1,
  family: "private-key",
  keywords: ["-----begin"],
  strong: true,
  test: (page, from, to, span, reading) => {
    const name = reading === "plain" ? header : "privatekey"
    const body = findWithin(page, to, 60, name)
    if (body < 0) return false
    for (let index = body; index < body + 700; ) {
      if (at(page, index) === 45 && findWithin(page, index, 1, "-----begin") > 0) return false
      const end = runEnd(page, base64, 0, index)
      if (end - index >= 40) {
        span.from = from
        span.to = end
        return true
      }
      index = Math.max(end, index + 1)
    }
    return false
  },
}

/** A key file of PuTTY: its header and the line that opens the private part. */
export const puttyKey: StructureRule = {
  id: "putty-private-key",
  revision: 1,
  family: "private-key",
  keywords: ["private-lines:"],
  strong: true,
  test: (page, from, to, span) => {
    for (let index = to; index < to + 60; ) {
      const end = runEnd(page, base64, 0, index)
      if (end - index >= 24) {
        span.from = from
        span.to = end
        return true
      }
      index = Math.max(end, index + 1)
    }
    return false
  },
}

/** The signature of the token that everybody shows to explain what a web token is. */
const shownSignature = "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"

/** A signed web token: two parts of base64url that begin as JSON objects do, and a signature or none. */
export const webToken: StructureRule = {
  id: "json-web-token",
  revision: 2,
  family: "jwt",
  keywords: ["eyJ", "eyI", "eyA", "ewo", "ewk", "ew0"],
  test: (page, from, _to, span) => {
    if (isAlnum(at(page, from - 1)) || at(page, from) !== 101) return false
    const first = runEnd(page, padded, 0, from)
    if (first - from < 17 || at(page, first) !== 46) return false
    if (at(page, first + 1) !== 101) return false
    const second = runEnd(page, padded, 1, first + 1)
    if (second - first < 16 || at(page, second) !== 46) return false
    const third = runEnd(page, padded, 2, second + 1)
    if (third - second - 1 !== 0 && third - second < 11) return false
    if (textOf(page, second + 1, third) === shownSignature) return false
    span.from = from
    span.to = third
    return true
  },
}
