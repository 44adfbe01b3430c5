import { assert, describe, it } from "@effect/vitest"
import { Samples } from "../src/index.ts"
import { entropy, isMixed, mixtureOf } from "../src/internal/entropy.ts"
import { readAsIs } from "../src/internal/plainViews.ts"
import { make, type ScanPage } from "../src/internal/ScanPage.ts"
import { isStandIn } from "../src/internal/standIns.ts"
import { holdsSentence, isIdentifier, readsLikeWords } from "../src/internal/words.ts"

const page = make()

const ask = <A>(question: (page: ScanPage, from: number, to: number) => A, text: string): A => {
  readAsIs(page, `..${text}..`)
  return question(page, 2, 2 + text.length)
}

const like = (text: string, numbered: boolean): boolean =>
  ask((p, from, to) => readsLikeWords(p, from, to, numbered), text)

/** How many of a thousand renderings of a template are taken for words. */
const wordsAmong = (template: string, numbered: boolean): number =>
  Array.from({ length: 1000 }, (_, seed) => Samples.renderTemplate(template, seed)).filter((text) =>
    like(text, numbered),
  ).length

describe("entropy", () => {
  it("is that of the textbook, in thousandths of a bit, of the first 64 characters", () => {
    for (const template of ["<h16>", "<A32>", "<B64>", "<D20>", "<A2>"]) {
      for (const seed of [1, 2, 3]) {
        const text = Samples.renderTemplate(template, seed)
        const counts = new Map<string, number>()
        for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
        const exact = Array.from(counts.values()).reduce((sum, count) => {
          const share = count / text.length
          return sum - share * Math.log2(share)
        }, 0)
        assert.closeTo(ask(entropy, text), exact * 1000, 2)
      }
    }
    assert.strictEqual(ask(entropy, "a"), 0)
    assert.strictEqual(ask(entropy, `${"a".repeat(64)}bcdefghijk`), 0)
  })

  it("leaves no count behind for the next string", () => {
    ask(entropy, "abcdefgh")
    assert.strictEqual(ask(entropy, "zzzzzzzz"), 0)
  })
})

describe("the mixture of a string", () => {
  it("counts digits, small letters, capitals and others", () => {
    assert.deepStrictEqual(
      { ...ask(mixtureOf, "aB3_cD é") },
      { digits: 1, lower: 2, upper: 2, others: 3 },
    )
    assert.isTrue(ask(isMixed, "abc1"))
    assert.isTrue(ask(isMixed, "aBc"))
    assert.isFalse(ask(isMixed, "abc-def_"))
    assert.isFalse(ask(isMixed, "ABC-DEF"))
  })
})

describe("a stand-in", () => {
  const standIns = [
    "xxxxxxxxxxxxxxxx",
    "a1b2c3xxxxxxxxd4e5",
    "12345678abcQW",
    "qwabcdefghijk",
    "abababababab",
    "01010101010101010101010101010101",
    "abcabcabcabdabcabcabceab",
    "AKIAIOSFODNN7EXAMPLE",
    "my-Example-4f8a",
  ]
  for (const text of standIns) {
    it(`is ${text}`, () => assert.isTrue(ask(isStandIn, text)))
  }

  it("is hardly ever a random string", () => {
    for (const template of ["<h16>", "<D16>", "<A20>", "<B40>", "<s26>"]) {
      const taken = Array.from({ length: 2000 }, (_, seed) =>
        Samples.renderTemplate(template, seed),
      ).filter((text) => ask(isStandIn, text))
      assert.isBelow(taken.length, 5)
    }
  })
})

describe("what reads like words", () => {
  const words = [
    "publishable",
    "yourtokenstandshere",
    "CallToolResultWireSchema",
    "URLPatternComponentResult",
    "getAccessTokenSilentlyWithPopup",
    "SECRETKEYGOESHERE",
    "lorem-ipsum-dolor-sit-amet",
  ]
  for (const text of words) {
    it(`is ${text}`, () => {
      assert.isTrue(like(text, false))
      assert.isTrue(like(text, true))
    })
  }

  it("holds a number only where numbers are let pass", () => {
    for (const text of [
      "followedby36characters",
      "ClientCapabilities2026Schema",
      "thedooropensat9andclosesat5",
    ]) {
      assert.isFalse(like(text, false))
      assert.isTrue(like(text, true))
    }
    assert.isFalse(like("th3d00r0p3n5at9andcl0535at5", true))
  })

  it("is hardly ever a random string", () => {
    for (const template of ["<A16>", "<A24>", "<A36>", "<W40>", "<a32>", "<L34>", "<U20>"]) {
      assert.isBelow(wordsAmong(template, false), 4)
      assert.isBelow(wordsAmong(template, true), 12)
    }
  })

  it("is a sentence without its spaces, wherever it stands in a string", () => {
    assert.isTrue(ask(holdsSentence, "T3BlbkFJbetweentworunsof20"))
    assert.isTrue(ask(holdsSentence, "isaprefixofthekeyandmore"))
    assert.isFalse(ask(holdsSentence, "shortword9T3BlbkFJ"))
    const taken = Array.from({ length: 1000 }, (_, seed) =>
      Samples.renderTemplate("<A40>", seed),
    ).filter((text) => ask(holdsSentence, text))
    assert.isBelow(taken.length, 4)
  })
})

describe("a name in code", () => {
  const isName = (text: string): boolean => ask(isIdentifier, text)

  it("is known by its words, though its capitals stand together", () => {
    for (const text of [
      "AWSSDKCredentialProvider",
      "options.credentials?.mechanismProperties?.ENVIRONMENT",
      "AuthenticationMD5Password",
    ])
      assert.isTrue(isName(text), text)
  })

  it("is hardly ever taken from what a machine made", () => {
    for (const template of ["<A20>", "<A32>", "<w24>", "<L24>", "<a24>"]) {
      const texts = Array.from({ length: 2000 }, (_, seed) =>
        Samples.renderTemplate(template, seed),
      )
      assert.isAtMost(texts.filter(isName).length, 4, template)
    }
  })
})
