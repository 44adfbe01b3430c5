import { assert, describe, it } from "@effect/vitest"
import { CharacterClass, classOf } from "../src/CharacterClass.ts"
import { normaliseText } from "../src/normaliseText.ts"
import { anyCharacters } from "./arbitraries.ts"

describe("normaliseText", () => {
  it("leaves ASCII alone and composes the rest", () => {
    assert.strictEqual(normaliseText("plain - 'text'"), "plain - 'text'")
    assert.strictEqual(normaliseText("ﬁn ｃａｆｅ\u0301"), "fin café")
  })

  it("gives one apostrophe and one hyphen", () => {
    assert.strictEqual(normaliseText("Anna’s e‑mail"), "Anna's e-mail")
  })

  it("drops what cannot be seen", () => {
    assert.strictEqual(normaliseText("se\u00adcret\u200d\ufe0f é"), "secret é")
  })

  it("turns a lone surrogate and what the pinned Unicode version does not know into a space", () => {
    assert.strictEqual(normaliseText("é\ud800é\u0378é\u{1fc00}"), "é é é ")
  })

  it("keeps sixteen marks on a letter and drops the rest", () => {
    assert.strictEqual(normaliseText(`q${"\u0323".repeat(40)}`), `q${"\u0323".repeat(16)}`)
    assert.strictEqual(normaliseText(`q${"\u0323".repeat(16)}`), `q${"\u0323".repeat(16)}`)
  })

  it("drops what cannot be seen and the marks too many of forms that fall apart as well", () => {
    assert.strictEqual(normaliseText("\ufe77"), "\u064e")
    assert.strictEqual(normaliseText("\u0628\ufcf2"), "\u0628\u064e\u0651")
    assert.strictEqual([...normaliseText(`q${"\u0344".repeat(16)}`)].length, 17)
  })

  it.prop(
    "lets nothing through that runtimes might treat differently",
    [anyCharacters],
    ([text]) => {
      for (const character of normaliseText(`é${text}`)) {
        const characterClass = classOf(character.codePointAt(0) ?? 0)
        assert.notStrictEqual(characterClass, CharacterClass.Unassigned)
        assert.notStrictEqual(characterClass, CharacterClass.Ignorable)
      }
    },
  )

  it.prop("changes nothing the second time", [anyCharacters], ([text]) => {
    const once = normaliseText(text)
    assert.strictEqual(normaliseText(once), once)
  })
})
