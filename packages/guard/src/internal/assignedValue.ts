/**
 * What may be a secret among the values that names announce: their extent, and the many things that look like
 * values without being one.
 *
 * @module
 */

import { harmlessAfter, harmlessBefore, identifyingWords } from "../rules/harmlessWords.ts"
import type { Assignment } from "./assignment.ts"
import { isAlnum, isDigit, isLetter, isWord, valueIndex } from "./charClass.ts"
import { at, runEnd, type ScanPage, textOf } from "./ScanPage.ts"

/** Longest value that is looked at. */
const longestValue = 160
const lookBehind = 28

/** `[from, to)` of a value. */
export interface Extent {
  from: number
  to: number
}

const isClosing = (byte: number): boolean =>
  byte === 46 ||
  byte === 58 ||
  byte === 33 ||
  byte === 63 ||
  byte === 41 ||
  byte === 93 ||
  byte === 125 ||
  byte === 124 ||
  byte === 42 ||
  byte === 92

/** Reads a value up to white space, a quote, `,;<>&` or 160 bytes, and leaves closing punctuation out. */
export const readValue = (page: ScanPage, from: number, into: Extent): void => {
  let to = Math.min(runEnd(page, valueIndex, 0, from), from + longestValue)
  while (to > from && isClosing(at(page, to - 1))) to -= 1
  into.from = from
  into.to = to
}

/** Splits a name at everything but letters and at every capital that follows a small letter. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "")

/** Besides word characters: hyphen, space, and the colon of `did:key:`. */
const namesMore: ReadonlySet<number> = new Set([45, 32, 58])

/** Whether the rest of the name, or the two words before the keyword, say that no secret follows. */
export const isHarmlessName = (
  page: ScanPage,
  keywordFrom: number,
  assignment: Assignment,
): boolean => {
  const rest = textOf(page, assignment.nameTo, assignment.operatorFrom)
  if (wordsOf(rest).some((word) => harmlessAfter.has(word))) return true
  let from = keywordFrom
  while (
    from > keywordFrom - lookBehind &&
    (isWord(at(page, from - 1)) || namesMore.has(at(page, from - 1)))
  ) {
    from -= 1
  }
  const camel = isLetter(at(page, keywordFrom - 1)) ? " " : ""
  const before = wordsOf(textOf(page, from, keywordFrom) + camel)
  return before.slice(-2).some((word) => harmlessBefore.has(word))
}

const keyWords: ReadonlySet<string> = new Set(["client", "access", "api"])

/**
 * Whether the rest of a vendor's name says that an identifier follows; a client id, an access id and an
 * API id count as keys.
 */
export const isIdentifyingName = (page: ScanPage, assignment: Assignment): boolean => {
  const words = wordsOf(textOf(page, assignment.nameTo, assignment.operatorFrom))
  if (words.some((word) => keyWords.has(word))) return false
  return words.some((word) => identifyingWords.has(word))
}

const placeholders: ReadonlySet<string> = new Set(
  (
    "changeme changeit change-me change_me password password1 password123 passw0rd secret secret123 hunter2 " +
    "placeholder redacted removed hidden masked dummy sample none null nil true false undefined todo tbd " +
    "unknown empty required optional string number boolean"
  ).split(" "),
)

const placeholderStarts = [
  "your",
  "my_",
  "my-",
  "<",
  "example",
  "insert",
  "enter",
  "some",
  "test",
  "fake",
  "mock",
  "dummy",
  "xxx",
]

/** What a template, a mask, a markup tag, a call or a pattern begins with. */
const expressionStarts: ReadonlySet<number> = new Set(
  Array.from("$%(<{*[^", (sign) => sign.charCodeAt(0)),
)

const isReference = (value: string): boolean =>
  /^(?:process\.env|os\.|env[.:(]|import\.|this\.|self\.|req\.|ctx\.|config\.|settings\.|secrets?\.|vault:|arn:|https?:|file:|data:|urn:|sha\d|md5|op:|ref:|ssm:|keychain)/i.test(
    value,
  )

/** Upper-case names of variables, dotted or called identifiers: `DB_PASSWORD`, `user.password2`, `read()`. */
const isIdentifier = (value: string): boolean =>
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) ||
  /^[A-Z0-9_%]*(?:PASSWORD|PASSWD|SECRET|TOKEN|KEY)[A-Z0-9_%]*$/.test(value) ||
  /^[A-Za-z_$][A-Za-z0-9_$]{0,40}(?:\??\.[A-Za-z_$][A-Za-z0-9_$]{0,40})+$/.test(value) ||
  /^[A-Za-z_$][A-Za-z0-9_$.]{0,80}\[/.test(value)

const word = "(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)"
const wordsAndNumber = new RegExp(`^@{0,2}${word}(?:[-_./]${word}){0,12}[-_./]?\\d{0,3}$`)

/** Words and a short number: `Winter-Garden-12`. */
const isWordy = (value: string): boolean => wordsAndNumber.test(value)

/** Whether a value is a placeholder, a reference to where the secret is kept, or a piece of code. */
export const isPlaceholder = (page: ScanPage, extent: Extent): boolean => {
  const { from, to } = extent
  if (expressionStarts.has(at(page, from)) || at(page, to) === 40) return true
  if (at(page, from - 1) === 123 && at(page, to) === 125) return true
  const value = textOf(page, from, to)
  const lower = value.toLowerCase()
  return (
    placeholders.has(lower) ||
    placeholderStarts.some((start) => lower.startsWith(start)) ||
    lower.includes("${") ||
    lower.includes("{{") ||
    lower.includes("(") ||
    lower.includes("changeme") ||
    lower.includes("placeholder") ||
    lower.includes("...") ||
    isReference(value) ||
    isIdentifier(value)
  )
}

/** Whether a value is made of words, with at most a short number at the end. */
export const isWords = (page: ScanPage, extent: Extent): boolean =>
  isWordy(textOf(page, extent.from, extent.to))

/** A date, a time, a version, a path or a number with units: digits and letters, yet no key. */
export const isMeasure = (page: ScanPage, extent: Extent): boolean => {
  const value = textOf(page, extent.from, extent.to)
  return (
    /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(value) ||
    /^v?\d+(?:\.\d+){1,4}(?:[-+][\w.]{1,30})?$/.test(value) ||
    (value.match(/[/\\]/g)?.length ?? 0) >= 2 ||
    /^~?\/[a-z]/i.test(value) ||
    /^[A-Za-z]:\\/.test(value)
  )
}

/** Whether the text before a keyword makes it a command-line option: `--password x`, `-p x`. */
export const isOption = (page: ScanPage, keywordFrom: number): boolean => {
  let from = keywordFrom
  while (
    from > keywordFrom - lookBehind &&
    (isAlnum(at(page, from - 1)) || at(page, from - 1) === 45)
  )
    from -= 1
  return at(page, from) === 45 && !isDigit(at(page, from + 1))
}
