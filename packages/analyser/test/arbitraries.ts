/**
 * Random text for the property tests, drawn from where text goes wrong.
 *
 * @module
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

/** An integer from `minimum` to `maximum`, both included. */
export const integer = (minimum: number, maximum: number): Arbitrary.Arbitrary<number> =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** One of the items. */
export const oneOf = <A>(items: ReadonlyArray<A>, otherwise: A): Arbitrary.Arbitrary<A> =>
  Arbitrary.map(integer(0, items.length - 1), (index) => items[index] ?? otherwise)

/** Where letters, marks, signs and trouble live: Latin to Thai, kana, Han, Hangul, forms, astral planes, anything. */
const ranges: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x590, 0x6ff],
  [0x900, 0xe7f],
  [0x1100, 0x11ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x214f],
  [0x3000, 0x30ff],
  [0x4e00, 0x4eff],
  [0xac00, 0xad00],
  [0xd800, 0xdfff],
  [0xf900, 0xffff],
  [0x10000, 0x1ffff],
  [0, 0x10ffff],
]

/** A code point, lone surrogates and unassigned ones included. */
const character = Arbitrary.map(
  Arbitrary.all([integer(0, ranges.length - 1), integer(0, 0x10ffff)]),
  ([range, offset]) => {
    const [first, last] = ranges[range] ?? [0, 0]
    return String.fromCodePoint(first + (offset % (last - first + 1)))
  },
)

const characters = Arbitrary.map(Arbitrary.array(character, { maxLength: 8 }), (parts) =>
  parts.join(""),
)

const words =
  `the|who|I|не|я|gate|Ворота|北门|開ける|コーヒー|학교에서|ประตู|बिल्ली|القطط|החתול|πύλες|İstanbul|ǅ|ﬁ|Ⅷ|ΣΑΣ|can't|l'eau
  |1,000|v1.2.3|getUserName|GitHub|C++|2023-05-08|८|x²|9th`.split(/\|\s*|\s*\|/)
const signs = " |. |-|_|/|'|’|.|:|://|@|\u0000|\u200d|\u0301|\ud800|\"|,|#|+".split("|")

const part = Arbitrary.map(
  Arbitrary.all([integer(0, 2), characters, oneOf(words, ""), oneOf(signs, "")]),
  ([choice, random, word, sign]) => (choice === 0 ? random : choice === 1 ? word : sign),
)

/** Random characters, words of many scripts, and the signs that join and separate words. */
export const anyText: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.array(part, { maxLength: 14 }),
  (parts) => parts.join(""),
)

/** Random characters alone. */
export const anyCharacters: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.array(character, { maxLength: 40 }),
  (parts) => parts.join(""),
)

/** A word of the letters given, 2 to 9 of them. */
export const wordOf = (letters: string): Arbitrary.Arbitrary<string> =>
  Arbitrary.map(Arbitrary.array(oneOf([...letters], ""), { minLength: 2, maxLength: 9 }), (parts) =>
    parts.join(""),
  )
