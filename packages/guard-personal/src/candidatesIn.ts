/**
 * Cuts a text into short candidates, in linear time and without judging them: no expression goes back further than a
 * candidate is long, and no candidate begins in another.
 *
 * @module
 */

/** What is looked for; the name is what a refusal tells. */
export type PersonalFamily = "mail-address" | "telephone-number" | "payment-card" | "bank-account"

/** Longest local part and domain of a mail address. */
const longestLocal = 64
const longestDomain = 255

const isLocal = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u.test(character)

const isDomain = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}.-]/u.test(character)

/** What stands around each `@`. Two of them share no more than a domain, which the next one ends. */
const mailAddresses = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let from = at
    while (from > at - longestLocal && isLocal(text[from - 1])) from -= 1
    let to = at + 1
    while (to < at + longestDomain && isDomain(text[to])) to += 1
    while (text[to - 1] === "." || text[to - 1] === "-") to -= 1
    found.push(text.slice(from, to))
  }
  return found
}

/** A plus or a digit that follows no letter and no digit, and digits with what people write between them. */
const numbers = /(?<![\p{L}\p{N}._/-])(?:\+|\(|\d)[\d ()./-]{5,28}\d(?![\p{L}\p{N}])/gu

/** Thirteen to nineteen digits, in groups or not. */
const cards = /(?<![\p{L}\p{N}._/-])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}])/gu

/** Two letters, two digits and eleven to thirty letters and digits, in groups of four or not. */
const accounts = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![\p{L}\p{N}])/gu

/** Texts of at most 320 characters that may be what is looked for. */
export const candidatesIn = (family: PersonalFamily, text: string): ReadonlyArray<string> => {
  switch (family) {
    case "mail-address":
      return mailAddresses(text)
    case "telephone-number":
      return text.match(numbers) ?? []
    case "payment-card":
      return text.match(cards) ?? []
    case "bank-account":
      return text.match(accounts) ?? []
  }
}
