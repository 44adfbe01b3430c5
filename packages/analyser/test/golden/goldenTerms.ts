/**
 * The fixed corpus whose terms are committed, and a digest over every code point there is: what must not move
 * between machines and runtimes, and moves between versions of the analyser only on purpose.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs"
import { dateTerms, makeAnalyser, queryDateTerms, relativeDates } from "../../src/index.ts"

/** What is written to `golden.json`. */
export interface Golden {
  readonly version: string
  /** FNV-1a over the terms of each code point alone and with an accent, as hexadecimal. */
  readonly everyCodePoint: string
  /** Terms by text, and query terms after "?". */
  readonly terms: Readonly<Record<string, string>>
  /** Date terms of texts written at noon on 10 May 2023: of a memory, and after "?" of a query. */
  readonly dates: Readonly<Record<string, string>>
}

interface Fixture {
  readonly memories: ReadonlyArray<{ readonly content: string }>
  readonly queries: ReadonlyArray<{ readonly query: string }>
}

const fixtureFolder = new URL("../../../../fixtures/languages/", import.meta.url)

const fixtures = (): ReadonlyArray<Fixture> =>
  readdirSync(fixtureFolder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, fixtureFolder), "utf8")) as Fixture)

const oddities: ReadonlyArray<string> = [
  "getUserName v1.2.3 ERR_TIMEOUT src/foo/bar.ts https://example.org/a?b=c",
  "İstanbul ISPARTA ıspartalı straße ŒUVRE Ǆ ﬁ ½ x² № Ⅷ",
  "ΣΊΣΥΦΟΣ σίσυφος ΐ ΰ",
  "کتاب‌ها می‌خواهم ٱلْكِتَابُ مُحَمَّدٌ",
  "ຂ້ອຍຮັກເຈົ້າ ខ្ញុំស្រឡាញ់អ្នក မြန်မာ བོད་ཡིག ქართული አማርኛ தமிழ் বাংলা ᏣᎳᎩ",
  "ｶﾞｷﾞｸﾞ ㌔ ㍿ 〆切 ゟ ヿ ㋿ 令和",
  "각각 한글 ᄒᆞᆫ글",
  "👩‍👩‍👧‍👦 🏳️‍🌈 🎂 ❤️ 👍🏽",
  "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟙𝟚𝟛 ①②③ ᵃᵇᶜ",
  "To be or not to be",
]

const times: ReadonlyArray<string> = [
  "yesterday and two weeks ago, and last May, and on 8 May 2021, and next Friday",
  "вчера, неделю назад, в прошлом году, 3 октября 2020 года",
  "gestern, vor drei Tagen, letzte Woche, am 3. Oktober 2020",
  "ayer, hace dos meses, la semana pasada, el 5 de mayo de 2020",
  "昨天 上周 2023年5月8日 先月 지난달 작년",
  "2019-03-05 25.12.2020 03/04/2022 13/04/2022 in 1999",
]

const fnvPrime = 0x01000193
const fnvOffset = 0x811c9dc5

const digest = (hash: number, text: string): number => {
  let next = hash
  for (let index = 0; index < text.length; index++) {
    next = Math.imul(next ^ text.charCodeAt(index), fnvPrime)
  }
  return next >>> 0
}

/** How many code points are analysed in one text. */
const chunk = 0x100

const digestOfEveryCodePoint = (terms: (text: string) => ReadonlyArray<string>): string => {
  let hash = fnvOffset
  for (let first = 0; first <= 0x10ffff; first += chunk) {
    let text = ""
    for (let codePoint = first; codePoint < first + chunk; codePoint++) {
      const character = String.fromCodePoint(codePoint)
      text += ` ${character} a${character}\u0301`
    }
    hash = digest(hash, terms(text).join("\n"))
  }
  return hash.toString(16)
}

const noon = 1_683_720_000_000

/** The golden values as this runtime computes them. */
export const goldenTerms = (): Golden => {
  const analyser = makeAnalyser()
  const memories = fixtures().flatMap((fixture) => fixture.memories.map(({ content }) => content))
  const queries = fixtures().flatMap((fixture) => fixture.queries.map(({ query }) => query))
  return {
    version: analyser.version,
    everyCodePoint: digestOfEveryCodePoint(analyser.terms),
    terms: Object.fromEntries([
      ...[...memories, ...oddities].map((text) => [text, analyser.terms(text).join(" ")]),
      ...[...queries, ...oddities].map((text) => [
        `?${text}`,
        analyser
          .query(text)
          .map(({ term, word }) => `${word}:${term}`)
          .join(" "),
      ]),
    ]),
    dates: Object.fromEntries([
      ["", dateTerms(noon).join(" ")],
      ...times.map((text) => [text, relativeDates(text, noon).join(" ")]),
      ...times.map((text) => [`?${text}`, queryDateTerms(text, noon).join(" ")]),
    ]),
  }
}
