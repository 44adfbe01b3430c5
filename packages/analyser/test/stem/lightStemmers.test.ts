import { assert, describe, it } from "@effect/vitest"
import { lightStemmers, makeAnalyser } from "../../src/index.ts"

type Language = "de" | "es" | "fr" | "it" | "pt" | "greek" | "devanagari" | "arabic"

/** Forms of one word, by language, as they are after folding. */
const families: ReadonlyArray<readonly [language: Language, forms: string]> = [
  ["de", "katze katzen"],
  ["de", "haus hauser hausern hauses"],
  ["de", "offnet geoffnet offnen"],
  ["de", "backt gebacken backe"],
  ["de", "kind kinder kindern kindes"],
  ["es", "gato gata gatos gatas"],
  ["es", "nuez nueces"],
  ["es", "cancion canciones"],
  ["es", "vive vivio vivia viven vivir vivimos"],
  ["es", "trabaja trabajaba trabajan trabajaron trabajar"],
  ["es", "ciudad ciudades"],
  ["fr", "mange mangeait manger mangent mangez"],
  ["fr", "cheval chevaux"],
  ["fr", "petit petite petits petites"],
  ["it", "gatto gatta gatti gatte"],
  ["it", "mangiare mangiava mangiato mangiano"],
  ["it", "amica amiche amici amico"],
  ["pt", "cancao cancoes"],
  ["pt", "menino menina meninos meninas"],
  ["pt", "falar falava falou falam"],
  ["greek", "γατα γατεσ γατασ γατων"],
  ["greek", "βιβλιο βιβλια βιβλιου βιβλιων"],
  ["greek", "γραμμα γραμματα γραμματοσ γραμματων"],
  ["greek", "ανοιγει ανοιγουν ανοιγεισ"],
  ["devanagari", "लड़का लड़के लड़कों".replaceAll("\u093c", "")],
  ["devanagari", "किताब किताबें किताबों"],
  ["devanagari", "बिल्ली बिल्लियां बिल्लियों"],
  ["arabic", "مهندس المهندس مهندسون مهندسين والمهندس"],
  ["arabic", "قطه قطتان القطه قطتها"],
]

describe("light stemmers", () => {
  it.each(families)("%s: %s have one stem", (language, forms) => {
    const stems = forms.split(" ").map((form) => lightStemmers[language](form, false))
    assert.lengthOf(new Set(stems), 1, stems.join(" "))
  })

  it("leave at least two characters of any of these words", () => {
    for (const [language, forms] of families) {
      for (const form of forms.split(" ")) {
        assert.isAtLeast(lightStemmers[language](form, false).length, 2)
      }
    }
  })

  it("keep the prefix of a German noun, which has a capital", () => {
    assert.strictEqual(lightStemmers.de("geschenken", true), lightStemmers.de("geschenk", true))
    assert.strictEqual(lightStemmers.de("gebacken", false), lightStemmers.de("backen", false))
  })
})

const { terms } = makeAnalyser()
const share = (one: string, other: string): boolean => {
  const indexed = new Set(terms(one))
  return terms(other).some((term) => indexed.has(term))
}

describe("variants", () => {
  it.each([
    ["הבית", "בבית"],
    ["לבית", "בית"],
    ["ספרים", "הספר"],
    ["לחם", "לחמים"],
    ["ובספרייה", "ספרייה"],
    ["مفاتيح", "المفتاح"],
    ["كتاب", "كتب"],
    ["لركبة", "الركبة"],
    ["قطط", "قطة"],
    ["وبالكتاب", "كتاب"],
  ])("%s and %s share a term", (one, other) => {
    assert.isTrue(share(one, other))
  })

  it("do not make strangers share one", () => {
    assert.isFalse(share("שולחן", "חלון"))
    assert.isFalse(share("مدينة", "جبل"))
  })
})
