// Verifies: PO-06
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { Analyser, lightStemmers, makeAnalyser, maxTermBytes } from "../src/index.ts"
import { normaliseText } from "../src/normaliseText.ts"
import { anyCharacters, anyText, wordOf } from "./arbitraries.ts"
import { hostileTexts } from "./hostileTexts.ts"

const analyser = makeAnalyser()
const queried = (text: string): ReadonlyArray<string> =>
  analyser.query(text).map(({ term }) => term)
const bytesOf = (text: string): number => Buffer.byteLength(text)

const plainWords = Arbitrary.array(
  wordOf("abcdefghijklmnopqrstuvwxyzàéößñčαβγδεζηθικλмнопрстуфхё"),
  {
    maxLength: 6,
  },
)
const many = { arbitrary: { runs: 400 } }

describe("Analyser", () => {
  it.effect("is a service with a default", () =>
    Effect.gen(function* () {
      const service = yield* Analyser
      assert.deepStrictEqual(service.terms("The north gate opens at dawn."), [
        "north",
        "gate",
        "open",
        "dawn",
      ])
    }).pipe(Effect.provide(Analyser.layer)),
  )

  it("asks first for the words that tell something", () => {
    assert.deepStrictEqual(analyser.query("when does the gate open"), [
      { term: "gate", word: 3 },
      { term: "open", word: 4 },
    ])
  })

  it("keeps duplicates in an index and drops them from a query", () => {
    assert.deepStrictEqual(analyser.terms("gate, gates and a gate"), ["gate", "gate", "gate"])
    assert.deepStrictEqual(queried("gate, gates and a gate"), ["gate"])
  })

  it("names another set of stemmers by another version", () => {
    const plain = makeAnalyser({
      version: "plain-1",
      stemmers: { ...lightStemmers, en: (word) => word },
    })
    assert.strictEqual(plain.version, "plain-1")
    assert.notStrictEqual(plain.version, analyser.version)
    assert.deepStrictEqual(plain.terms("gates"), ["gates"])
  })

  it.prop(
    "gives well-formed terms of 1 to 64 bytes that are never features, for any text",
    [anyText],
    ([text]) => {
      for (const term of [...analyser.terms(text), ...queried(text)]) {
        const isSound = term.isWellFormed() && term !== "" && bytesOf(term) <= maxTermBytes
        if (!isSound || /^@|\0|\s/.test(term)) assert.fail(`unsound term ${JSON.stringify(term)}`)
      }
    },
    many,
  )

  it.prop(
    "lets every text find itself by its first term, if it has any",
    [anyText],
    ([text]) => {
      const indexed = new Set(analyser.terms(text))
      const [first] = queried(text)
      assert.strictEqual(first === undefined, indexed.size === 0)
      if (first !== undefined) assert.isTrue(indexed.has(first))
    },
    many,
  )

  it.prop("asks for no term twice", [anyText], ([text]) => {
    const terms = queried(text)
    assert.strictEqual(new Set(terms).size, terms.length)
  })

  it.prop(
    "answers the same however much it has analysed before",
    [Arbitrary.array(anyText, { maxLength: 6 }), anyText],
    ([before, text]) => {
      const used = makeAnalyser()
      for (const other of before) used.query(other)
      const fresh = makeAnalyser()
      assert.deepStrictEqual(used.terms(text), fresh.terms(text))
      assert.deepStrictEqual(used.query(text), fresh.query(text))
    },
  )

  it.prop("does not tell equivalent spellings apart", [anyCharacters], ([text]) => {
    // Whatever the runtime knows beyond the pinned version must not reach its own normalisation here either.
    const known = normaliseText(text)
    const terms = analyser.terms(known)
    assert.deepStrictEqual(analyser.terms(known.normalize("NFD")), terms)
    assert.deepStrictEqual(analyser.terms(known.normalize("NFKD")), terms)
  })

  it.prop("does not tell upper from lower case of plain words", [plainWords], ([words]) => {
    const text = words.join(" ")
    if (/\b(?:it|us|who)\b/.test(text)) return
    const lower = analyser.terms(text.toUpperCase().toLowerCase())
    assert.deepStrictEqual(analyser.terms(text.toUpperCase()), lower)
  })
})

describe("function words", () => {
  it("are left out while there is anything else", () => {
    assert.deepStrictEqual(analyser.terms("It was in the house and they were not"), ["hous"])
    assert.deepStrictEqual(queried("кто же это был в доме"), ["дом"])
  })

  it("answer a query that has nothing else, through the pronouns that are indexed", () => {
    assert.deepStrictEqual(analyser.terms("I am a nurse in Porto"), ["i", "nurs", "porto"])
    assert.deepStrictEqual(queried("who am I"), ["i", "who", "am"])
    assert.include(analyser.terms("Мой дом"), "я")
    assert.include(queried("кто я"), "я")
  })

  it("are indexed from a text that has nothing else", () => {
    assert.deepStrictEqual(analyser.terms("to be or not to be"), [
      "to",
      "be",
      "or",
      "not",
      "to",
      "be",
    ])
  })

  it("with the capitals of a name are a name", () => {
    assert.deepStrictEqual(analyser.terms("Will asked the WHO about IT"), [
      "will",
      "ask",
      "who",
      "it",
    ])
  })
})

describe("language", () => {
  it("of a text decides which words are function words", () => {
    assert.deepStrictEqual(analyser.terms("the war and the hat"), ["war", "hat"])
    assert.notInclude(analyser.terms("das war nicht für mich"), "war")
  })

  it("adds a stem of its own to the English one, so that a wrong guess still finds the word", () => {
    assert.deepStrictEqual(analyser.terms("die Katzen"), ["katzen", "katz"])
    assert.deepStrictEqual(analyser.terms("the Katzen"), ["katzen"])
  })

  it("is left open in a query that does not show it", () => {
    assert.deepStrictEqual(queried("Katzen")[0], "katzen")
    assert.include(queried("Katzen"), "katz")
  })
})

describe("hostile text", () => {
  it.each(hostileTexts)("of $name gives a bounded number of bounded terms", ({ text, most }) => {
    const terms = analyser.terms(text)
    assert.isAtMost(terms.length, most)
    assert.isTrue(terms.every((term) => bytesOf(term) <= maxTermBytes))
    assert.isAtMost(analyser.query(text).length, most)
  })
})
