import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { makeAnalyser } from "../src/index.ts"
import { integer } from "./arbitraries.ts"

const { terms, query } = makeAnalyser()
const queried = (text: string): ReadonlyArray<string> => query(text).map(({ term }) => term)

const charactersFrom = (first: number, count: number) =>
  Arbitrary.map(
    Arbitrary.array(integer(0, count - 1), { minLength: 1, maxLength: 12 }),
    (offsets) => offsets.map((offset) => String.fromCodePoint(first + offset)),
  )

describe("Han", () => {
  it.prop(
    "of one, two or three characters is found inside any longer run",
    [charactersFrom(0x5b00, 200), integer(0, 11), integer(1, 3)],
    ([characters, start, length]) => {
      const part = characters.slice(start, start + length).join("")
      if (part === "") return
      const indexed = new Set(terms(`前${characters.join("")}後`))
      assert.isTrue(queried(part).every((term) => indexed.has(term)))
      assert.isNotEmpty(queried(part))
    },
  )

  it("asks for pairs before single characters", () => {
    assert.deepStrictEqual(queried("小提琴"), ["小提", "提琴", "小", "提", "琴"])
  })

  it("leaves out characters of grammar, unless there is nothing else", () => {
    assert.deepStrictEqual(queried("我的猫"), ["猫"])
    assert.deepStrictEqual(queried("我是谁")[0], "我")
    assert.include(terms("我是护士"), "我")
  })

  it("ends at another script", () => {
    assert.deepStrictEqual(terms("iPhone手机"), ["iphon", "手", "手机", "机"])
  })

  it("outside the basic plane is Han as well", () => {
    assert.deepStrictEqual(terms("\u{20000}\u{20001}"), [
      "\u{20000}",
      "\u{20000}\u{20001}",
      "\u{20001}",
    ])
  })
})

describe("Japanese", () => {
  it("finds a verb by its character whatever its ending", () => {
    for (const form of ["飲む", "飲んだ", "飲みます", "飲まない"])
      assert.include(queried(form), "飲")
  })

  it("finds a word of hiragana beside a particle", () => {
    assert.include(queried("そばは好きですか"), "そば")
  })

  it("finds a loan word whole, with and without its last long vowel, and in half width", () => {
    for (const form of ["コンピューター", "コンピュータ", "ｺﾝﾋﾟｭｰﾀｰ"]) {
      assert.include(terms(form), "コンピュータ")
    }
  })

  it("asks for no grammar", () => {
    const asked = queried("鍵はどこですか")
    assert.strictEqual(asked[0], "鍵")
    for (const pair of ["鍵は", "どこ", "です", "すか"]) assert.notInclude(asked, pair)
  })
})

describe("Korean", () => {
  it("finds a noun under its particles", () => {
    for (const form of ["학교", "학교에서", "학교는", "학교까지"]) {
      assert.deepStrictEqual(queried(form), ["학교"])
    }
  })

  it("indexes nothing of the particle", () => {
    assert.deepStrictEqual(terms("학교까지는"), ["학교", "교까"])
  })

  it("finds a noun of one syllable under its particle", () => {
    for (const form of ["집", "집은", "집에서"]) assert.include(terms(form), "집")
    assert.strictEqual(queried("집은")[0], "집")
  })

  it("takes a particle on a word of another script for nothing", () => {
    assert.deepStrictEqual(terms("Python을"), ["python"])
    assert.deepStrictEqual(terms("북문 을"), ["북문", "을"])
  })

  it.prop(
    "finds any two syllables inside a longer word",
    [charactersFrom(0xd000, 100)],
    ([characters]) => {
      const pair = characters.slice(0, 2).join("")
      const indexed = new Set(terms(characters.join("")))
      assert.isTrue(queried(pair).every((term) => indexed.has(term)))
    },
  )
})

describe("scripts without spaces", () => {
  it("keep vowels and tones with their consonant", () => {
    assert.deepStrictEqual(terms("เปิด"), ["เปิ", "เปิด", "ด"])
    assert.deepStrictEqual(terms("ชา"), ["ชา"])
    assert.deepStrictEqual(queried("น้ำ"), ["น้\u0e4d\u0e32"])
  })

  it.prop(
    "find any stretch of Thai consonants inside a longer one",
    [charactersFrom(0xe01, 46)],
    ([characters]) => {
      const part = characters.slice(0, 3).join("")
      const indexed = new Set(terms(characters.join("")))
      assert.isTrue(queried(part).some((term) => indexed.has(term)))
    },
  )
})

describe("folding", () => {
  it.each([
    ["Ёлка", "елка"],
    ["за\u0301мок", "замок"],
    ["Éva", "eva"],
    ["Łódź", "lodz"],
    ["İzmir", "izmir"],
    ["Ångstrom", "angstrom"],
    ["Việt", "viet"],
    ["ΆΝΟΙΞΗ", "άνοιξη"],
    ["οδός", "ΟΔΟΣ"],
    ["οδός", "οδοσ"],
    ["της οδού", "οδού"],
    ["مُدَرِّس", "مدرس"],
    ["مـــدرس", "مدرس"],
    ["إسلام", "اسلام"],
    ["على ما يرام مستشفى", "علي ما يرام مستشفي"],
    ["שָׁלוֹם", "שלום"],
    ["צה״ל", 'צה"ל'],
    ["हिन्दी", "हिंदी"],
    ["ज़मीन", "जमीन"],
    ["ﬁnance", "finance"],
    ["ＡＢＣ", "abc"],
  ])("%s and %s give the same terms", (one, other) => {
    assert.deepStrictEqual(terms(one), terms(other))
    assert.isNotEmpty(terms(one))
  })

  it("takes the quote inside a Hebrew abbreviation for part of it", () => {
    assert.include(terms('צה"ל'), "צהל")
    assert.notInclude(terms('הוא אמר "שלום" והלך'), "אמרשלומ")
  })

  it("shares the English stem where a letter also tells the language", () => {
    assert.strictEqual(terms("Müller")[0], terms("muller")[0])
    assert.strictEqual(terms("straße")[0], terms("STRASSE")[0])
  })

  it("keeps й, and the vowel signs of Devanagari", () => {
    assert.notDeepEqual(terms("йод"), terms("иод"))
    assert.notDeepEqual(terms("मोर"), terms("मार"))
  })
})

describe("pictographs", () => {
  it("are terms of their own, without the signs that only dress them", () => {
    assert.deepStrictEqual(terms("cake🎂👍🏽❤️"), ["cake", "🎂", "👍", "❤"])
  })
})
