import { assert, describe, it } from "@effect/vitest"
import { CharacterClass, classAt, classOf, digitValue, widthAt } from "../src/CharacterClass.ts"
import { unicodeVersion } from "../src/generated/characterClasses.ts"

const assigned = function* (): Generator<readonly [codePoint: number, characterClass: number]> {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const characterClass = classOf(codePoint)
    if (characterClass !== CharacterClass.Unassigned) yield [codePoint, characterClass]
  }
}

describe("CharacterClass", () => {
  it("calls letters and digits what the runtime calls letters and numbers", () => {
    const wordPart = /[\p{L}\p{N}]/u
    const others: Array<number> = []
    for (const [codePoint, characterClass] of assigned()) {
      if (characterClass < CharacterClass.Digit || characterClass === CharacterClass.Pictograph) {
        continue
      }
      if (!wordPart.test(String.fromCodePoint(codePoint))) others.push(codePoint)
    }
    assert.deepStrictEqual(others, [])
  })

  it("knows every letter, mark and digit of the pinned version", () => {
    const isPinned = process.versions.unicode === unicodeVersion
    const dropped = new Set([0x115f, 0x1160, 0x3164, 0xffa0, 0x640, 0x34f])
    const wordPart = /[\p{L}\p{N}\p{M}]/u
    let unknown = 0
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const isWordPart = wordPart.test(String.fromCodePoint(codePoint))
      if (!isWordPart || classOf(codePoint) >= CharacterClass.Mark || dropped.has(codePoint))
        continue
      if (classOf(codePoint) !== CharacterClass.Ignorable) unknown++
    }
    // A newer runtime has characters that the pinned version does not, and those alone.
    if (isPinned) assert.strictEqual(unknown, 0)
    else assert.isBelow(unknown, 20_000)
  })

  it("knows no character twice: the classes of a few are what they should be", () => {
    const expected: ReadonlyArray<readonly [string, number]> = [
      ["a", CharacterClass.Latin],
      ["ж", CharacterClass.Cyrillic],
      ["λ", CharacterClass.Greek],
      ["ع", CharacterClass.Arabic],
      ["ש", CharacterClass.Hebrew],
      ["क", CharacterClass.Devanagari],
      ["ि", CharacterClass.Mark],
      ["ა", CharacterClass.OtherLetter],
      ["々", CharacterClass.Han],
      ["〇", CharacterClass.Han],
      ["あ", CharacterClass.Hiragana],
      ["ー", CharacterClass.Katakana],
      ["한", CharacterClass.Hangul],
      ["ก", CharacterClass.Unspaced],
      ["ြ", CharacterClass.Mark],
      ["🎂", CharacterClass.Pictograph],
      ["©", CharacterClass.Separator],
      ["™", CharacterClass.Unassigned],
      ["\u0378", CharacterClass.Unassigned],
      ["\u200d", CharacterClass.Ignorable],
      ["\u200b", CharacterClass.Separator],
      ["\u{e0101}", CharacterClass.Ignorable],
      ["\u{f0000}", CharacterClass.Separator],
      ["\u{e0fff}", CharacterClass.Unassigned],
    ]
    for (const [character, characterClass] of expected) {
      assert.strictEqual(classOf(character.codePointAt(0) ?? 0), characterClass, character)
    }
  })

  it("reads digits of every script as their value", () => {
    let sets = 0
    for (const [codePoint, characterClass] of assigned()) {
      if (characterClass !== CharacterClass.Digit) continue
      if (classOf(codePoint - 1) === CharacterClass.Digit) continue
      sets++
      for (let value = 0; value < 10; value++)
        assert.strictEqual(digitValue(codePoint + value), value)
    }
    assert.isAbove(sets, 50)
  })

  it("reads code points at an index, surrogates and both ends of the text included", () => {
    const text = "a\u{20000}\ud800"
    assert.deepStrictEqual(
      [-1, 0, 1, 3, 4].map((index) => classAt(text, index)),
      [
        CharacterClass.Separator,
        CharacterClass.Latin,
        CharacterClass.Han,
        CharacterClass.Separator,
        CharacterClass.Separator,
      ],
    )
    assert.deepStrictEqual(
      [0, 1, 3].map((index) => widthAt(text, index)),
      [1, 2, 1],
    )
  })
})
