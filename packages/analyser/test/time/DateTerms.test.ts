import { assert, describe, it } from "@effect/vitest"
import { dateTerms, queryDateTerms, relativeDates } from "../../src/index.ts"
import { anyText, integer } from "../arbitraries.ts"

/** Wednesday, 10 May 2023, 12:00 UTC. */
const noon = 1_683_720_000_000
const week =
  "@d2023-05-01 @d2023-05-02 @d2023-05-03 @d2023-05-04 @d2023-05-05 @d2023-05-06 @d2023-05-07"

describe("dateTerms", () => {
  it("name day, month and year of an instant in UTC", () => {
    assert.deepStrictEqual(dateTerms(noon), [
      "@d2023-05-10",
      "@md05-10",
      "@ym2023-05",
      "@m5",
      "@y2023",
    ])
  })

  it("change at midnight", () => {
    assert.include(dateTerms(-1), "@d1969-12-31")
    assert.include(dateTerms(0), "@d1970-01-01")
  })

  it.prop(
    "are five, for any instant",
    [integer(-8_640_000_000_000_000, 8_640_000_000_000_000)],
    ([at]) => {
      assert.lengthOf(new Set(dateTerms(at)), 5)
    },
  )
})

/** What a question asks for first, by its words. */
const asked: ReadonlyArray<readonly [text: string, terms: string]> = [
  ["8 May 2023", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["the 8th of May, 2023", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["May 8th 2023", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["8 May", "@md05-08 @m5"],
  ["May 2023", "@ym2023-05 @m5 @y2023"],
  ["in may", "@m5"],
  ["may I go", ""],
  ["I march on", ""],
  ["April said so", ""],
  ["last May", "@ym2022-05"],
  ["next June", "@ym2023-06"],
  ["in September", "@m9"],
  ["Sep 3", "@md09-03 @m9"],
  ["what does sep mean", ""],
  ["2023-05-08", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["2023-05-08T10:00:00Z", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["2023-05", "@ym2023-05 @m5 @y2023"],
  ["08.05.2023", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["13/04/2022", "@d2022-04-13 @md04-13 @ym2022-04 @m4 @y2022"],
  ["04/13/2022", "@d2022-04-13 @md04-13 @ym2022-04 @m4 @y2022"],
  ["03/04/2022", "@y2022"],
  ["30 February 2020", "@ym2020-02 @m2 @y2020"],
  ["in 2019", "@y2019"],
  ["room 2119 and 1850", ""],
  ["today", "@d2023-05-10"],
  ["yesterday", "@d2023-05-09"],
  ["the day before yesterday", "@d2023-05-08"],
  ["the day after tomorrow", "@d2023-05-12"],
  ["last night", "@d2023-05-09"],
  ["three days ago", "@d2023-05-07"],
  ["a couple of days ago", "@d2023-05-08"],
  ["in 2 days", "@d2023-05-12"],
  ["last week", week],
  ["a week ago", week],
  ["last month", "@ym2023-04"],
  ["six months ago", "@ym2022-11"],
  ["last year", "@y2022"],
  ["last Monday", "@d2023-05-08"],
  ["last Wednesday", "@d2023-05-03"],
  ["next Wednesday", "@d2023-05-17"],
  ["this Friday", "@d2023-05-12"],
  ["on Friday", "@d2023-05-05 @d2023-05-12"],
  ["вчера", "@d2023-05-09"],
  ["8 мая 2021 года", "@d2021-05-08 @md05-08 @ym2021-05 @m5 @y2021"],
  ["в мае", "@m5"],
  ["на прошлой неделе", week],
  ["неделю назад", week],
  ["в прошлом месяце", "@ym2023-04"],
  ["пять лет назад", "@y2018"],
  ["через два дня", "@d2023-05-12"],
  ["Марта приехала", ""],
  ["gestern", "@d2023-05-09"],
  ["am 3. Oktober 2020", "@d2020-10-03 @md10-03 @ym2020-10 @m10 @y2020"],
  ["im März", "@m3"],
  ["vor drei Tagen", "@d2023-05-07"],
  ["letzte Woche", week],
  ["ayer", "@d2023-05-09"],
  ["el 5 de mayo de 2020", "@d2020-05-05 @md05-05 @ym2020-05 @m5 @y2020"],
  ["hace dos meses", "@ym2023-03"],
  ["la semana pasada", week],
  ["il y a deux ans", "@y2021"],
  ["la semaine dernière", week],
  ["2023年5月8日", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["2019年", "@y2019"],
  ["5月8日", "@md05-08 @m5"],
  ["２０２３年５月", "@ym2023-05 @m5 @y2023"],
  ["昨天去哪里", "@d2023-05-09"],
  ["上周", week],
  ["先月", "@ym2023-04"],
  ["2023년 5월 8일", "@d2023-05-08 @md05-08 @ym2023-05 @m5 @y2023"],
  ["지난달", "@ym2023-04"],
  ["when does the gate open", ""],
]

describe("queryDateTerms", () => {
  it.each(asked)("read %s", (text, terms) => {
    const found = queryDateTerms(text, noon)
    assert.sameMembers([...found], terms.split(" ").filter(Boolean))
    assert.strictEqual(found[0] ?? "", terms.split(" ")[0])
  })

  it("read nothing relative without an instant to tell it from", () => {
    assert.deepStrictEqual(
      queryDateTerms("yesterday, last Monday, last week, 3 days ago, 昨天"),
      [],
    )
    assert.deepStrictEqual(queryDateTerms("8 May 2021")[0], "@d2021-05-08")
  })

  it("ask for the exact terms of all expressions before the coarser ones", () => {
    assert.deepStrictEqual(queryDateTerms("8 May 2021 or 9 June 2022").slice(0, 2), [
      "@d2021-05-08",
      "@d2022-06-09",
    ])
  })
})

describe("relativeDates", () => {
  it("resolve a memory's words against its own instant, with every coarser term", () => {
    assert.deepStrictEqual(relativeDates("I adopted her yesterday", noon), [
      "@d2023-05-09",
      "@md05-09",
      "@ym2023-05",
      "@m5",
      "@y2023",
    ])
  })

  it("take a week for its months", () => {
    assert.deepStrictEqual(relativeDates("last week", noon), ["@ym2023-05", "@m5", "@y2023"])
    assert.deepStrictEqual(relativeDates("two weeks ago", noon - 6 * 86_400_000), [
      "@ym2023-04",
      "@m4",
      "@y2023",
    ])
  })

  it("share a term with a question about the same day, told from another", () => {
    const memory = new Set(relativeDates("we met last Monday", noon))
    const later = noon + 9 * 86_400_000
    assert.isTrue(
      queryDateTerms("who did we meet on 8 May", later).some((term) => memory.has(term)),
    )
  })

  it("read the first 32 expressions of a text and no more", () => {
    const text = Array.from({ length: 50 }, (_, index) => `in ${1950 + index}`).join(", ")
    assert.lengthOf(relativeDates(text, noon), 32)
  })

  it.prop("are features, for any text", [anyText], ([text]) => {
    for (const term of [...relativeDates(text, noon), ...queryDateTerms(text, noon)]) {
      assert.match(term, /^@(?:y-?\d+|ym-?\d+-\d\d|m\d{1,2}|md\d\d-\d\d|d-?\d+-\d\d-\d\d)$/)
    }
  })
})
