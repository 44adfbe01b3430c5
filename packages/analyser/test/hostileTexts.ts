/**
 * Texts of up to a quarter of a mebibyte, made to be slow or large: anything that is not linear in length does not come back.
 *
 * @module
 */

interface HostileText {
  readonly name: string
  readonly text: string
  /** The most terms it may give. */
  readonly most: number
}

const long = 1 << 18
/** For texts of as many terms as letters. */
const large = 1 << 16

/** Each with the most terms it may give. */
export const hostileTexts: ReadonlyArray<HostileText> = [
  {
    name: "marks in an order the runtime would have to sort",
    text: `a${"\u0301\u0327".repeat(long / 2)}`,
    most: 1,
  },
  { name: "marks without a letter", text: "\u0301".repeat(long), most: 0 },
  { name: "zero-width spaces", text: "\u200b".repeat(long), most: 0 },
  { name: "letters and zero-width joiners", text: "a\u200d".repeat(long / 2), most: 1 },
  { name: "lone surrogates", text: "\ud800".repeat(long), most: 0 },
  { name: "lone low surrogates", text: "\udc00a".repeat(large / 2), most: large / 2 },
  { name: "one digit", text: "7".repeat(long), most: 1 },
  { name: "one letter", text: "x".repeat(long), most: 1 },
  { name: "a letter of four bytes", text: "\u{10480}".repeat(long / 2), most: 1 },
  { name: "one word and underscores", text: `a${"_".repeat(long)}`, most: 1 },
  { name: "initials", text: "a.".repeat(long / 2), most: 1 },
  { name: "numbers joined by dots", text: "1.".repeat(long / 2), most: 2 },
  { name: "apostrophes", text: "a'".repeat(long / 2), most: 2 },
  { name: "humps", text: "aB".repeat(large / 2), most: large },
  { name: "a path without end", text: "ab/".repeat(large / 3), most: large },
  { name: "a ligature of eighteen letters", text: "\ufdfa".repeat(large / 18), most: large },
  { name: "Han", text: "漢".repeat(large), most: 2 * large },
  { name: "katakana", text: "ア".repeat(large), most: large },
  { name: "Hangul", text: "가".repeat(large), most: 2 * large },
  { name: "leading vowels of Thai", text: "เ".repeat(large), most: large },
  { name: "Hebrew and quotes", text: 'א"'.repeat(long / 2), most: 8 },
  { name: "NUL", text: "\0".repeat(long), most: 0 },
]
