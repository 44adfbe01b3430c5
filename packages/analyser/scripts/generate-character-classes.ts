/**
 * Writes `src/generated/characterClasses.ts`: one class for every code point of the pinned Unicode version,
 * read from the property escapes of a Node that carries exactly that version. Run it with
 * `node scripts/generate-character-classes.ts`; any other Unicode version is refused.
 *
 * @module
 */
import { writeFileSync } from "node:fs"
import { CharacterClass } from "../src/CharacterClass.ts"

const pinnedUnicode = "16.0"
if (process.versions.unicode !== pinnedUnicode) {
  throw new Error(
    `needs a Node with Unicode ${pinnedUnicode}, this one has ${process.versions.unicode}`,
  )
}

/** The table ends after the last ideographic plane; `classOf` knows the rest by rule. */
const tableSize = 0x323b0

const separators = new Set([0x200b, 0x115f, 0x1160, 0x3164, 0xffa0])
/** Signs whose compatibility form is letters that would stick to the word before them. */
const dropped = new Set([0x2120, 0x2122])
const tatweel = 0x0640
const prolongedSound = 0x30fc
const ideographicZero = 0x3007

const matchers: ReadonlyArray<readonly [RegExp, number]> = [
  [/\p{M}/u, CharacterClass.Mark],
  [/\p{Nd}/u, CharacterClass.Digit],
  [/(?=\p{Script=Han})[\p{L}\p{Nl}]/u, CharacterClass.Han],
  [/(?=\p{Script=Hiragana})\p{L}/u, CharacterClass.Hiragana],
  [/(?=\p{Script=Katakana})\p{L}/u, CharacterClass.Katakana],
  [/(?=\p{Script=Hangul})\p{L}/u, CharacterClass.Hangul],
  [
    /(?=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Tai_Viet}\p{Script=Javanese}\p{Script=Balinese}])\p{L}/u,
    CharacterClass.Unspaced,
  ],
  [/(?=\p{Script=Latin})\p{L}/u, CharacterClass.Latin],
  [/(?=\p{Script=Cyrillic})\p{L}/u, CharacterClass.Cyrillic],
  [/(?=\p{Script=Greek})\p{L}/u, CharacterClass.Greek],
  [/(?=\p{Script=Arabic})\p{L}/u, CharacterClass.Arabic],
  [/(?=\p{Script=Hebrew})\p{L}/u, CharacterClass.Hebrew],
  [/(?=\p{Script=Devanagari})\p{L}/u, CharacterClass.Devanagari],
  [/[\p{L}\p{Nl}\p{No}]/u, CharacterClass.OtherLetter],
]

const classOfCodePoint = (codePoint: number): number => {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return CharacterClass.Separator
  const text = String.fromCodePoint(codePoint)
  if (/\p{Cn}/u.test(text) || dropped.has(codePoint)) return CharacterClass.Unassigned
  if (separators.has(codePoint)) return CharacterClass.Separator
  if (codePoint === tatweel || /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u.test(text)) {
    return CharacterClass.Ignorable
  }
  if (codePoint === prolongedSound) return CharacterClass.Katakana
  if (codePoint === ideographicZero) return CharacterClass.Han
  if (codePoint >= 0x2600 && /\p{Extended_Pictographic}/u.test(text))
    return CharacterClass.Pictograph
  return matchers.find(([matcher]) => matcher.test(text))?.[1] ?? CharacterClass.Separator
}

const runs: Array<string> = []
let start = 0
let current = classOfCodePoint(0)
for (let codePoint = 1; codePoint <= tableSize; codePoint++) {
  const next = codePoint === tableSize ? -1 : classOfCodePoint(codePoint)
  if (next === current) continue
  runs.push(`${current.toString(36)}${(codePoint - start).toString(36)}`)
  start = codePoint
  current = next
}

const lines: Array<string> = []
let line = ""
for (const run of runs) {
  if (line.length + run.length + 1 > 110) {
    lines.push(line)
    line = ""
  }
  line += line === "" ? run : ` ${run}`
}
lines.push(line)

writeFileSync(
  new URL("../src/generated/characterClasses.ts", import.meta.url),
  `/**
 * The class of every code point below U+323B0 in Unicode ${pinnedUnicode}, as runs: one base-36 digit of class, then the
 * base-36 length. Written by \`scripts/generate-character-classes.ts\`; do not edit.
 *
 * @module
 */

/** The Unicode version the runs were read from. */
export const unicodeVersion = "${pinnedUnicode}"

/** How many code points the runs cover. */
export const tableSize = 0x${tableSize.toString(16)}

/** Runs in code point order, separated by spaces. */
export const characterClassRuns =
${lines.map((text, index) => `  "${text}${index === lines.length - 1 ? "" : " "}"`).join(" +\n")}
`,
)
process.stdout.write(`${runs.length} runs\n`)
