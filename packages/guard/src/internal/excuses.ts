/**
 * The many things that stand where a secret could stand and are none: placeholders, references, code, words, measures.
 *
 * @module
 */

import type { Extent } from "./assignedValue.ts"
import { at, type ScanPage, textOf } from "./ScanPage.ts"
import { countKinds, countSlashes, holdsWordsOnly } from "./tallies.ts"

const placeholders: ReadonlySet<string> = new Set(
  (
    "changeme changeit change-me change_me password password1 password123 passw0rd secret secret123 hunter2 " +
    "placeholder redacted removed hidden masked dummy sample none null nil true false undefined todo tbd " +
    "unknown empty required optional string number boolean"
  ).split(" "),
)

/** Values that standards show: RFC 6749, 6750, 7009 and 7617. */
const documented: ReadonlySet<string> = new Set(
  (
    "2YotnFZFEjr1zCsicMWpAA tGzv3JOkF0XG5Qx2TlKWIA mF_9.B5f-4.1JqM czZCaGRSa3F0MzpnWDFmQmF0M2JW " +
    "h480djs93hd8 45ghiukldjahdnhzdauz QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
  ).split(" "),
)

const longestDocumented = 28

const longestPlaceholder = Math.max(...Array.from(placeholders, (word) => word.length))

const placeholderStart = /^(?:your|my[-_]|example|insert|enter|some|test|fake|mock|dummy|xxx)/i
const placeholderPart = /\(|\{\{|\$\{|\.\.\.|changeme|placeholder/i

/** What a template, a mask, a markup tag, a call or a pattern begins with. */
const expressionStarts: ReadonlySet<number> = new Set(
  Array.from("$%(<{*[^", (sign) => sign.charCodeAt(0)),
)

const reference =
  /^(?:process\.env|os\.|env[.:(]|import\.|this\.|self\.|req\.|ctx\.|config\.|settings\.|secrets?\.|vault:|arn:|https?:|file:|data:|urn:|sha\d|md5|op:|ref:|ssm:|keychain)/i

const startsWithLetter = /^[a-z]/i

/** `DB_PASSWORD`, `DB_PASSWORD:latest` and `%TOKEN%`, but not every text in capitals. */
const isVariable = (value: string): boolean =>
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?::[a-z]\w*)?$/.test(value) ||
  (/^[A-Z0-9_%]+$/.test(value) && /PASSWORD|PASSWD|SECRET|TOKEN|KEY/.test(value))

/** `user.password2`, `options?.secret1` and `credentials[1]`. */
const member = /^[A-Za-z_$][A-Za-z0-9_$]{0,40}(?:\??\.[A-Za-z_$][A-Za-z0-9_$]{0,40})+$/
const element = /^[A-Za-z_$][A-Za-z0-9_$.]{0,80}\[/

const isPlaceholderText = (value: string): boolean =>
  (value.length <= longestPlaceholder && placeholders.has(value.toLowerCase())) ||
  (value.length <= longestDocumented && documented.has(value)) ||
  placeholderPart.test(value) ||
  (startsWithLetter.test(value) && (placeholderStart.test(value) || reference.test(value))) ||
  isVariable(value) ||
  (value.includes(".") && member.test(value)) ||
  (value.includes("[") && element.test(value))

/** A date, a time, a version, a numbered paragraph, a file: digits and letters, yet no key. */
const isMeasureText = (value: string): boolean =>
  (/^v?\d/.test(value) &&
    (/^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(value) ||
      /^v?\d+(?:\.\d+){1,4}(?:[-+][\w.]{1,30})?$/.test(value))) ||
  /^(?:~?\/[a-z]|[a-z]:\\)/i.test(value) ||
  /^[A-Z]{1,5}-?\d{1,6}(?:\.\d{1,4}){1,3}$/.test(value) ||
  (value.length <= 48 && /^[A-Za-z_]{1,40}\.\d\w{0,5}$/.test(value))

const nameOfPassword = /(?:password|passphrase|passwd)$/i

/** What stands around a value that is a template, a call, a pattern or a name in its turn: `x#password:`. */
const isExpression = (page: ScanPage, { from, to }: Extent): boolean =>
  (at(page, to) === 58 && nameOfPassword.test(textOf(page, from, to))) ||
  expressionStarts.has(at(page, from)) ||
  at(page, to) === 40 ||
  (at(page, from - 1) === 123 && at(page, to) === 125)

/** Whether a value of at most 160 bytes is a placeholder, a reference to where the secret is kept, or code. */
export const isPlaceholder = (page: ScanPage, extent: Extent): boolean =>
  isExpression(page, extent) || isPlaceholderText(textOf(page, extent.from, extent.to))

/** Whether there are two slashes of either kind. */
const isPath = (page: ScanPage, { from, to }: Extent): boolean => countSlashes(page, from, to) >= 2

/** The last value that was judged. Several keywords often announce one value. */
const last = { stamp: -1, from: -1, to: -1, isExcused: false }

/** Whether a value of at most 160 bytes is a placeholder, a date, a version or a path. */
export const isExcusedValue = (page: ScanPage, extent: Extent): boolean => {
  const { from, to } = extent
  if (last.stamp === page.stamp && last.from === from && last.to === to) return last.isExcused
  last.stamp = page.stamp
  last.from = from
  last.to = to
  last.isExcused = isPath(page, extent) || isExpression(page, extent)
  if (last.isExcused) return true
  const value = textOf(page, from, to)
  last.isExcused = isPlaceholderText(value) || isMeasureText(value)
  return last.isExcused
}

const word = "(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)"
const wordsAndNumber = new RegExp(`^@{0,2}${word}(?:[-_./]${word}){0,12}[-_./]?\\d{0,3}$`)

/** Digits in a value that is made of words. */
const mostDigits = 3

/** Whether a value is made of words, with at most a short number at the end: `Winter-Garden-12`. */
export const isWords = (page: ScanPage, extent: Extent): boolean =>
  holdsWordsOnly(page, extent.from, extent.to) &&
  countKinds(page, extent.from, extent.to).digits <= mostDigits &&
  wordsAndNumber.test(textOf(page, extent.from, extent.to))
