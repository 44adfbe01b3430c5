/**
 * The alphabets that shapes are written in: one letter names one set of ASCII characters, one bit each.
 * A byte of 128 or more stands for "some other script" and belongs to none of them.
 *
 * @module
 */

const digits = "0123456789"
const lower = "abcdefghijklmnopqrstuvwxyz"
const upper = lower.toUpperCase()
const alnum = `${upper}${lower}${digits}`

/** What each class letter of a shape stands for. */
const alphabets: { readonly [letter: string]: string } = {
  D: digits,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  x: `${digits}abcdefABCDEF`,
  L: `${upper}${lower}`,
  a: `${lower}${digits}`,
  U: `${upper}${digits}`,
  A: alnum,
  w: `${alnum}_`,
  W: `${alnum}_-`,
  c: `${alnum}-`,
  S: `${upper}234567`,
  s: `${lower}234567`,
  B: `${alnum}+/`,
  E: `${alnum}+/=_-`,
  G: `${alnum}_-=.`,
  g: `${alnum}_-=`,
  T: `${alnum}_-~.`,
  P: `${alnum}_-.%+/=\\`,
  K: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
  b: "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
  Q: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}

/** Not for shapes: what the value of an assignment may hold, in one run. */
const valueLetter = "v"
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join("")

const letters = [...Object.keys(alphabets), valueLetter]

/** How many classes there are. */
export const classCount = letters.length

/** Bit `i` of `classBits[byte]` says that the byte belongs to class `i`. */
export const classBits: Uint32Array = new Uint32Array(256)
letters.forEach((letter, index) => {
  for (const character of alphabets[letter] ?? printable.replace(/["'`,;<>&]/g, "")) {
    const code = character.charCodeAt(0)
    classBits[code] = (classBits[code] ?? 0) | (1 << index)
  }
})

/** The index of a class letter, or -1 when no shape may use that letter. */
export const classIndex = (letter: string): number =>
  letter === valueLetter ? -1 : letters.indexOf(letter)

/** The index of what may stand in a value: printable ASCII but quotes and `,;<>&`. */
export const valueIndex = letters.indexOf(valueLetter)

/** The characters of a class, as written in the table; empty for an unknown letter. */
export const classAlphabet = (letter: string): string => alphabets[letter] ?? ""

const alnumBit = 1 << classIndex("A")
const wordBit = 1 << classIndex("w")
const letterBit = 1 << classIndex("L")

/** An ASCII letter or digit. */
export const isAlnum = (byte: number): boolean => ((classBits[byte] ?? 0) & alnumBit) !== 0

/** An ASCII letter, digit or underscore. */
export const isWord = (byte: number): boolean => ((classBits[byte] ?? 0) & wordBit) !== 0

/** An ASCII letter. */
export const isLetter = (byte: number): boolean => ((classBits[byte] ?? 0) & letterBit) !== 0

/** An ASCII digit. */
export const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

/** Space, tab, line feed, vertical tab, form feed or carriage return. */
export const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)

/** A quotation mark of any ASCII kind: single, double or back-tick. */
export const isQuote = (byte: number): boolean => byte === 34 || byte === 39 || byte === 96

/** Lower-cases an ASCII capital and leaves every other byte alone. */
export const toLower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte)
