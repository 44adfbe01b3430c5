import { assert, describe, it } from "@effect/vitest"
import { makeAnalyser } from "../src/index.ts"

const { terms } = makeAnalyser()

/** Texts with all their terms. */
const cases: ReadonlyArray<readonly [text: string, terms: string]> = [
  ["getUserName", "getusernam get user name"],
  ["get_user_name", "getusernam get user name"],
  ["get-user-name", "getusernam get user name"],
  ["GET_USER_NAME", "getusernam get user name"],
  ["ERR_TIMEOUT", "errtimeout err timeout"],
  ["parseHTTPResponse", "parsehttprespons pars http respons"],
  ["UserService", "userservic user servic"],
  ["__init__", "init"],
  ["src/foo/bar.ts", "src/foo/bar.ts src foo bar.ts bar ts"],
  ["/srv/backup/", "srv/backup srv backup"],
  ["C:\\Temp\\notes.txt", "c:/temp/notes.txt c temp notes.txt note txt"],
  ["std::vector", "std::vector std vector"],
  [
    "orla.finch@mill.example",
    "orla.finch@mill.example orla.finch orla finch mill.example mill exampl",
  ],
  ["https://www.example.org/docs", "example.org/docs example.org exampl org doc"],
  ["mailto:kim@example.org", "kim@example.org kim example.org exampl org"],
  ["e-mail", "email mail e"],
  ["twenty-one", "twentyon twenti on"],
  ["R&D", "r&d r d"],
  ["U.S.A.", "usa"],
  ["node.js", "node.js node js"],
  ["C++ and C# and C", "c++ c# c"],
  ["v1.2.3", "1.2.3 1.2"],
  ["1.2.3", "1.2.3 1.2"],
  ["v2", "v2 2"],
  ["1,000", "1000"],
  ["1,000,000", "1000000"],
  ["1.000", "1.000 1000"],
  ["3.5", "3.5"],
  ["1, 2,34", "1 2 34"],
  ["10:30", "10:30"],
  ["2023-05-08", "2023-05-08 2023"],
  ["192.168.0.1", "192.168.0.1 192.168 192 168"],
  ["555-0199", "555-0199 555 0199"],
  ["8th 21st", "8 21"],
  ["5km", "5km km 5"],
  ["GPT-4", "gpt4 gpt 4"],
  ["gpt4", "gpt4 gpt 4"],
  ["COVID-19", "covid19 covid 19"],
  ["a1b2c3", "a1b2c3"],
  ["a1-2b", "a1-2b a1 2b 2"],
  ["h264", "h264"],
  ["٢٠١٩ २०१९ 2019 ２０１９", "2019 2019 2019 2019"],
  ["GitHub JavaScript", "github javascript"],
  ["McDonald's", "mcdonald"],
  ["iPhone15", "iphone15 iphon 15"],
  ["#project @anna ~/x --force $HOME", "project anna x forc home"],
  ["Pythonом", "pythonом python ом"],
  ["Anna's don't can't they're", "anna"],
  ["O'Brien rock'n'roll l'hôtel d'Artagnan", "obrien rocknrol hotel artagnan"],
  ["комп'ютер", "компютер"],
  ["one. Two", "on two"],
]

describe("a run of letters, digits and signs", () => {
  it.each(cases)("%s is found whole and by its parts", (text, expected) => {
    const found = terms(text)
    assert.sameMembers([...new Set(found)], [...new Set(expected.split(" "))])
  })

  it("is cut after 64 bytes, the same way wherever it stands", () => {
    const long = "abcdefghij".repeat(20)
    assert.deepStrictEqual(terms(long), [long.slice(0, 64)])
    assert.deepStrictEqual(terms(`see ${long}!`), ["see", long.slice(0, 64)])
    assert.deepStrictEqual(terms(`${"7".repeat(100)}`), ["7".repeat(64)])
  })

  it("is never cut inside a character", () => {
    assert.deepStrictEqual(terms("ж".repeat(100)), ["ж".repeat(32)])
    assert.deepStrictEqual(terms("क".repeat(100)), ["क".repeat(21)])
    assert.deepStrictEqual(terms("\u{10480}".repeat(100)), ["\u{10480}".repeat(16)])
  })
})
