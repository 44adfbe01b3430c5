/**
 * Keys that have no word to be found by, only a length, a checksum or a neighbour: they are looked for in every long
 * run of letters and digits.
 *
 * @module
 */

import type { RunRule } from "../internal/Check.ts"
import { classIndex, isAlnum, isDigit } from "../internal/charClass.ts"
import { base58Check, stellarKey } from "../internal/checksums.ts"
import { entropy, mixtureOf } from "../internal/entropy.ts"
import { at, runEnd, type ScanPage } from "../internal/ScanPage.ts"
import { isStandIn } from "../internal/standIns.ts"
import { readsLikeWords } from "../internal/words.ts"

const wide = classIndex("W")
const alphanumeric = classIndex("A")

const tokenOf = (page: ScanPage, from: number, to: number): string =>
  Buffer.from(page.bytes.subarray(from, to)).toString("latin1")

/** A stretch of letters and digits of a certain size, whose checksum must be right. */
const checked = (
  id: string,
  pattern: RegExp,
  sizes: ReadonlyArray<number>,
  verify: (token: string) => boolean,
): RunRule => ({
  id,
  revision: 1,
  family: "wallet",
  test: (page, from, to, span) => {
    for (let start = from; start < to; ) {
      const end = runEnd(page, alphanumeric, 3, start)
      if (sizes.includes(end - start)) {
        const token = tokenOf(page, start, end)
        if (pattern.test(token) && verify(token)) {
          span.from = start
          span.to = end
          return true
        }
      }
      start = end + 1
    }
    return false
  },
})

/** Bitcoin's wallet import format: 51 or 52 characters of base 58. */
export const importKey = checked("wallet-import-key", /^[5KL9c]/, [51, 52], base58Check)

/** Stellar's secret seeds: 56 characters of base 32. */
export const stellarSeed = checked("stellar-seed", /^S[A-Z2-7]/, [56], stellarKey)

/** Discord's bot tokens: the base64 of a decimal number, a dot, six characters, a dot, 27 to 38 characters. */
export const discordToken: RunRule = {
  id: "discord-bot-token",
  revision: 1,
  family: "chat",
  test: (page, from, to, span) => {
    const size = to - from
    if (
      size < 23 ||
      size > 28 ||
      !/^[MNO][A-Za-z][A-Za-z0-9]/.test(tokenOf(page, from, from + 3))
    ) {
      return false
    }
    if (at(page, to) !== 46 || at(page, to + 7) !== 46) return false
    if (runEnd(page, wide, 1, to + 1) !== to + 7) return false
    const end = runEnd(page, wide, 2, to + 8)
    const rest = end - to - 8
    if (rest < 27 || rest > 38 || entropy(page, to + 8, end) < 3500) return false
    span.from = from
    span.to = end
    return true
  },
}

/** The older tokens of Vault: `s.` and 24 letters and digits in no order that words have. */
export const vaultToken: RunRule = {
  id: "vault-legacy-token",
  revision: 1,
  family: "secret-manager",
  test: (page, from, to, span) => {
    if (to - from !== 24 || at(page, from - 1) !== 46 || at(page, from - 2) !== 115) return false
    if (isAlnum(at(page, from - 3))) return false
    const kinds = mixtureOf(page, from, to)
    const isMixed = kinds.digits > 1 || (kinds.lower > 4 && kinds.upper > 4)
    if (!isMixed || kinds.lower + kinds.upper < 8 || kinds.others > 0) return false
    if (entropy(page, from, to) < 3500 || readsLikeWords(page, from, to, true)) return false
    span.from = from - 2
    span.to = to
    return true
  },
}

/** Facebook's app tokens: 15 or 16 digits, a bar, 27 to 40 characters. */
export const appToken: RunRule = {
  id: "facebook-app-token",
  revision: 1,
  family: "social",
  test: (page, from, to, span) => {
    if (to - from < 27 || to - from > 40 || at(page, from - 1) !== 124) return false
    let digits = 0
    while (digits <= 16 && isDigit(at(page, from - 2 - digits))) digits += 1
    if (digits < 15 || digits > 16 || entropy(page, from, to) < 3500) return false
    if (readsLikeWords(page, from, to, true)) return false
    span.from = from - 1 - digits
    span.to = to
    return true
  },
}

/** Twitter's bearer tokens: nineteen capital A or more, and a run that looks random. */
export const twitterBearer: RunRule = {
  id: "twitter-bearer-token",
  revision: 1,
  family: "social",
  test: (page, from, to, span) => {
    let start = from
    while (start < to && at(page, start) === 65) start += 1
    if (start - from < 19 || start - from > 24 || to - start < 20) return false
    if (entropy(page, start, to) < 3500 || isStandIn(page, start, to)) return false
    span.from = from
    span.to = to
    return true
  },
}
