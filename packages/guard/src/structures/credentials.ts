/**
 * Credentials inside URLs, headers and command lines.
 *
 * @module
 */

import { type Extent, readValue } from "../internal/assignedValue.ts"
import type { StructureRule } from "../internal/Check.ts"
import {
  classIndex,
  isAlnum,
  isLetter,
  isQuote,
  isSpace,
  isWord,
  toLower,
} from "../internal/charClass.ts"
import { entropy, mixtureOf } from "../internal/entropy.ts"
import { isPlaceholder } from "../internal/excuses.ts"
import { at, runEnd, type ScanPage } from "../internal/ScanPage.ts"
import { isStandIn } from "../internal/standIns.ts"
import { readsLikeWords } from "../internal/words.ts"

const extent: Extent = { from: 0, to: 0 }
const tokenRun = classIndex("E")

const databaseSchemes: ReadonlySet<string> = new Set(
  (
    "postgres postgresql mysql mariadb mongodb srv redis rediss amqp amqps mssql sqlserver oracle cassandra " +
    "clickhouse neo4j bolt couchbase cockroachdb ldap ldaps nats kafka snowflake memcached influxdb typedb"
  ).split(" "),
)

const schemeBefore = (page: ScanPage, to: number): string => {
  let from = to
  while (from > to - 16 && isAlnum(at(page, from - 1))) from -= 1
  let scheme = ""
  for (let index = from; index < to; index += 1)
    scheme += String.fromCharCode(toLower(at(page, index)))
  return scheme
}

const endsUserInfo = (byte: number): boolean =>
  byte === 0 ||
  isSpace(byte) ||
  isQuote(byte) ||
  byte === 47 ||
  byte === 60 ||
  byte === 62 ||
  byte === 41 ||
  byte === 92

const obviousPasswords: ReadonlySet<string> = new Set(
  "anon anonymous anoncvs foo bar foobar foobared guest pass passwd password psw pwd pw secret user username token key x test root admin guest postgres mysql example xxxx xxx changeme".split(
    " ",
  ),
)

/** Longest user and password that are looked at together. */
const longestUserInfo = 160

/** The last place that was looked at: two families ask for each. */
const last = { stamp: -1, from: -1, passwordFrom: -1, passwordTo: -1 }

const findUserInfo = (page: ScanPage, from: number): void => {
  let colon = -1
  last.passwordTo = -1
  for (let index = from; index < from + longestUserInfo; index += 1) {
    const byte = at(page, index)
    if (endsUserInfo(byte)) return
    if (byte === 58 && colon < 0) colon = index
    if (byte === 64 && colon >= 0) {
      const isHost = isWord(at(page, index + 1)) || at(page, index + 1) === 91
      last.passwordFrom = colon + 1
      last.passwordTo = isHost ? index : -1
      return
    }
  }
}

/** Finds `user:password@host` at `from`. Fills `extent` with the password. */
const readUserInfo = (page: ScanPage, from: number): boolean => {
  if (last.stamp !== page.stamp || last.from !== from) findUserInfo(page, from)
  last.stamp = page.stamp
  last.from = from
  extent.from = last.passwordFrom
  extent.to = last.passwordTo
  return last.passwordTo >= 0
}

const documentationHost =
  /^(?:[\w-]+\.)*(?:example(?:\.(?:com|org|net|edu))?|test|invalid)(?![\w.-])/i

/** Whether the host after `@` is one that standards set aside for documentation. */
const isDocumentation = (page: ScanPage, from: number): boolean => {
  let host = ""
  for (let index = from; index < from + 80; index += 1) {
    const byte = at(page, index)
    if (!isWord(byte) && byte !== 45 && byte !== 46) break
    host += String.fromCharCode(byte)
  }
  return documentationHost.test(host)
}

const isObvious = (page: ScanPage): boolean => {
  let value = ""
  for (let index = extent.from; index < extent.to; index += 1)
    value += String.fromCharCode(toLower(at(page, index)))
  const last = value.slice(value.lastIndexOf(":") + 1)
  return last.length < 3 || obviousPasswords.has(last) || /^(?:key_)?\d{1,5}$/.test(last)
}

const urlPassword = (id: string, family: string, database: boolean): StructureRule => ({
  id,
  revision: 1,
  family,
  keywords: ["://"],
  test: (page, from, to, span) => {
    if (!readUserInfo(page, to) || isObvious(page)) return false
    if (databaseSchemes.has(schemeBefore(page, from)) !== database) return false
    if (isDocumentation(page, extent.to + 1)) return false
    if (isPlaceholder(page, extent) || isStandIn(page, extent.from, extent.to)) return false
    span.from = extent.from
    span.to = extent.to
    return true
  },
})

/** A password in the URL of a database or a message broker. */
export const databaseUrl = urlPassword("database-url", "database-url", true)

/** A password in any other URL. */
export const webUrl = urlPassword("url-password", "url-password", false)

const schemes = ["bearer", "basic", "token", "apikey", "digest", "negotiate", "ssws", "bot"]

const skipScheme = (page: ScanPage, from: number): number => {
  for (const scheme of schemes) {
    let length = 0
    while (length < scheme.length && toLower(at(page, from + length)) === scheme.charCodeAt(length))
      length += 1
    if (length < scheme.length) continue
    let end = from + length
    while (
      end < from + length + 3 &&
      (isSpace(at(page, end)) || at(page, end) === 61 || at(page, end) === 58)
    )
      end += 1
    if (end > from + length) return end
  }
  return from
}

/** Whether a header's value at `from` is a credential. Fills `extent`. */
const isHeaderValue = (page: ScanPage, from: number, shortest: number): boolean => {
  const start = skipScheme(page, from)
  readValue(page, start, extent)
  const { to } = extent
  if (to - start < shortest) return false
  const kinds = mixtureOf(page, start, to)
  const isMixed = kinds.digits > 0 || (kinds.upper > 0 && kinds.lower > 0)
  if (!isMixed || entropy(page, start, to) < 2750 || isStandIn(page, start, to)) return false
  return !readsLikeWords(page, start, to, to - start < 20) && !isPlaceholder(page, extent)
}

/** The start of a header's value: after a colon, an equals sign, or the comma of an argument list. */
const headerValue = (page: ScanPage, from: number): number => {
  let signs = 0
  let quotes = 0
  let position = from
  while (position < from + 8) {
    const byte = at(page, position)
    if (byte === 58 || byte === 61 || byte === 44) signs += byte === 44 ? 1 : 2
    else if (isQuote(byte)) quotes += 1
    else if (!isSpace(byte) && byte !== 92 && byte !== 62) break
    position += 1
  }
  return signs >= 2 || (signs === 1 && quotes >= 2) ? position : -1
}

/** `Authorization: Bearer …`, `X-Api-Key: …` and their kin, as headers, in curl commands and in code. */
export const authHeader: StructureRule = {
  id: "auth-header",
  revision: 1,
  family: "auth-header",
  keywords: [
    "authorization",
    "x-api-key",
    "x-auth-token",
    "x-access-token",
    "x-gitlab-token",
    "api-key",
    "x-key",
    "x-token",
  ],
  test: (page, from, to, span) => {
    if (isAlnum(at(page, from - 1))) return false
    const start = headerValue(page, to)
    if (start < 0 || !isHeaderValue(page, start, 12)) return false
    span.from = extent.from
    span.to = extent.to
    return true
  },
}

/** `Bearer …` without its header. */
export const bearer: StructureRule = {
  id: "bearer-token",
  revision: 1,
  family: "auth-header",
  keywords: ["bearer "],
  test: (page, from, to, span) => {
    if (isLetter(at(page, from - 1))) return false
    const end = runEnd(page, tokenRun, 0, to)
    if (end - to < 20 || !isHeaderValue(page, to, 20)) return false
    const kinds = mixtureOf(page, extent.from, extent.to)
    if (kinds.digits === 0) return false
    span.from = extent.from
    span.to = extent.to
    return true
  },
}
