// Verifies: GU-10, LM-08
import { createCipheriv } from "node:crypto"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, Samples } from "../src/index.ts"

const guard = compileGuard(families)

const familiesOf = (...texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  guard
    .scan(texts.map((text, index) => ({ field: `facets[${index}]`, text })))
    .flatMap((found) => found.families)

const kinds: { readonly [family: string]: string } = {
  github: "ghp_<A36>",
  llm: "sk-proj-<W74>T3BlbkFJ<W74>",
  gitlab: "glpat-<W20>",
  slack: "xoxb-<D12>-<D12>-<A24>",
  payments: "sk_live_<A24>",
  "package-registry": "npm_<A36>",
  digitalocean: "dop_v1_<h64>",
  shop: "shpat_<h32>",
  hosting: "sb_secret_<W31>",
  "secret-manager": "hvs.<W95>",
}

const each = (text: string, change: (character: string) => string): string =>
  Array.from(text, change).join("")
const code = (character: string): number => character.codePointAt(0) ?? 0
const hex = (character: string, width: number): string =>
  code(character).toString(16).padStart(width, "0")
const insert = (text: string, position: number, part: string): string =>
  text.slice(0, position) + part + text.slice(position)
const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64")
const wrap = (text: string, width: number, end: string): string =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(end)

/** The ways in which a key must not slip through. */
const disguises: { readonly [name: string]: (key: string) => string } = {
  "as it is": (key) => `use ${key} for now`,
  "as a facet": (key) => `token=${key}`,
  "as a link": (key) => `https://api.acme.internal/?t=${key}`,
  "in a log line after a JSON line break": (key) => `{"line":"started\\n${key}\\n"}`,
  "coloured by a terminal": (key) => `\u001b[32m${insert(key, 9, "\u001b[0m\u001b[1m")}\u001b[0m`,
  "with a zero-width space": (key) => insert(key, 10, "\u200b"),
  "with a joiner after every character": (key) => each(key, (c) => `${c}\u200d`),
  "with a soft hyphen": (key) => insert(key, 3, "\u00ad"),
  "with a byte order mark": (key) => insert(key, 6, "\ufeff"),
  "with a direction override": (key) => insert(key, 8, "\u202e"),
  "with a language tag": (key) => insert(key, 6, "\u{e0041}"),
  "with a variation selector": (key) => insert(key, 6, "\ufe0f"),
  "with a combining accent": (key) => insert(key, 7, "\u0301"),
  "with a control character": (key) => insert(key, 5, "\u0008"),
  "hidden in language tags": (key) =>
    `hi${each(key, (c) => String.fromCodePoint(0xe0000 + code(c)))}`,
  "hidden in variation selectors": (key) =>
    `ok${each(key, (c) => String.fromCodePoint(0xe0100 + code(c) - 16))}`,
  "in full width": (key) => each(key, (c) => String.fromCharCode(code(c) + 0xfee0)),
  "in mathematical bold": (key) =>
    each(key, (c) => (/[A-Z]/.test(c) ? String.fromCodePoint(0x1d400 + code(c) - 65) : c)),
  "in circled letters": (key) =>
    each(key, (c) => (/[a-z]/.test(c) ? String.fromCodePoint(0x24d0 + code(c) - 97) : c)),
  "with Cyrillic look-alikes": (key) =>
    key.replace(/[aeopcyx]/g, (c) => "аеорсух"["aeopcyx".indexOf(c)] ?? c),
  "with Greek look-alikes": (key) =>
    key.replace(/[oAEZIKMNTX]/g, (c) => "οΑΕΖΙΚΜΝΤΧ"["oAEZIKMNTX".indexOf(c)] ?? c),
  "with a typographic dash or underscore": (key) => key.replaceAll("-", "–").replaceAll("_", "＿"),
  "percent-coded in part": (key) =>
    key.replaceAll("_", "%5F").replaceAll("-", "%2D").replace(".", "%2E"),
  "percent-coded throughout": (key) => each(key, (c) => `%${hex(c, 2)}`),
  "percent-coded twice": (key) => each(key, (c) => `%25${hex(c, 2)}`),
  "percent-coded three times": (key) => each(key, (c) => `%2525${hex(c, 2)}`),
  "percent-coded in full width": (key) =>
    encodeURIComponent(each(key, (c) => String.fromCharCode(code(c) + 0xfee0))),
  "in decimal entities": (key) => each(key, (c) => `&#${code(c)};`),
  "in hexadecimal entities": (key) => each(key, (c) => `&#x${hex(c, 2)};`),
  "with a named entity": (key) =>
    key.replaceAll("_", "&lowbar;").replaceAll("-", "&hyphen;").replace(".", "&period;"),
  "in Unicode escapes": (key) => each(key, (c) => `\\u${hex(c, 4)}`),
  "in braced Unicode escapes": (key) => each(key, (c) => `\\u{${hex(c, 2)}}`),
  "in byte escapes": (key) => each(key, (c) => `\\x${hex(c, 2)}`),
  "in octal escapes": (key) => each(key, (c) => `\\${code(c).toString(8).padStart(3, "0")}`),
  "in quoted-printable": (key) => `to=3D${wrap(key, 17, "=\r\n")}`,
  "in base64": (key) => base64(`token: ${key}`),
  "in base64 at another alignment": (key) => base64(`a token: ${key}`),
  "in base64 inside a path": (key) => `/v1/files/${base64(key)}/raw`,
  "in base64url": (key) => Buffer.from(`t=${key}`).toString("base64url"),
  "in base64 in lines": (key) => wrap(base64(`the token is ${key}, keep it`), 64, "\n"),
  "in base64 twice": (key) => base64(base64(`export T=${key}`)),
  "in base64 three times": (key) => base64(base64(base64(key))),
  "in base64 of UTF-16": (key) => Buffer.from(`$t='${key}'`, "utf16le").toString("base64"),
  "in hexadecimal": (key) => Buffer.from(key).toString("hex"),
  "in hexadecimal, capitals, with colons": (key) =>
    wrap(Buffer.from(key).toString("hex").toUpperCase(), 2, ":"),
  "in hexadecimal with spaces": (key) => wrap(Buffer.from(key).toString("hex"), 2, " "),
  "in hexadecimal with prefixes": (key) => each(key, (c) => `0x${hex(c, 2)}, `),
  "in hexadecimal of base64": (key) => Buffer.from(base64(key)).toString("hex"),
  "as a printed buffer": (key) => JSON.stringify(Buffer.from(key)),
  "as a list of numbers": (key) => each(key, (c) => `${code(c)} `),
  "with a space after every character": (key) => each(key, (c) => `${c} `),
  "with a bar after every character": (key) => each(key, (c) => `${c}|`),
  "with an asterisk after every character": (key) => each(key, (c) => `${c}*`),
  "broken over lines": (key) => wrap(key, 12, "\n"),
  "broken over quoted lines": (key) => wrap(key, 12, "\n  "),
  "joined from literals": (key) => `"${wrap(key, 9, '" + "')}"`,
  "joined from literals in an array": (key) => `["${wrap(key, 9, '", "')}"].join("")`,
}

describe("a key in disguise", () => {
  for (const [name, disguise] of Object.entries(disguises)) {
    it(`is refused ${name}`, () => {
      const passed = Object.entries(kinds).flatMap(([family, template]) =>
        [1, 2, 3, 4].flatMap((seed) => {
          const text = disguise(Samples.renderTemplate(template, seed))
          return familiesOf(text).length > 0 ? [] : [`${family} ${seed}`]
        }),
      )
      assert.deepStrictEqual(passed, [])
    })
  }

  it("is refused when it is split over two facets, or content and a facet", () => {
    for (const [family, template] of Object.entries(kinds)) {
      for (const cut of [3, 8, 15, 22]) {
        const key = Samples.renderTemplate(template, cut)
        const [left, right] = [key.slice(0, cut), key.slice(cut)]
        assert.include(familiesOf(`first=${left}`, `second=${right}`), family)
        assert.include(familiesOf(`the first half is ${left}`, `rest=${right}`), family)
      }
    }
  })

  it("is refused when it is split over three facets", () => {
    const key = Samples.renderTemplate("ghp_<A36>", 5)
    const parts = [key.slice(0, 12), key.slice(12, 25), key.slice(25)]
    assert.include(familiesOf(...parts.map((part, index) => `part${index}=${part}`)), "github")
  })

  it("is refused at either end of a long text that a facet continues", () => {
    const key = Samples.renderTemplate("ghp_<A36>", 5)
    const prose = "The north gate opens at dawn. ".repeat(400)
    assert.include(familiesOf(prose + key.slice(0, 20), `rest=${key.slice(20)}`), "github")
    assert.include(familiesOf(`start=${key.slice(0, 20)}`, key.slice(20) + prose), "github")
  })
})

describe("what is not seen", () => {
  const key = Samples.renderTemplate("ghp_<A36>", 9)

  it("is a key that is reversed, substituted, or split over two writes", () => {
    const reversed = Array.from(key).reverse().join("")
    const rotated = key.replace(/[a-z]/gi, (c) =>
      String.fromCharCode(code(c) + (code(c.toLowerCase()) < 110 ? 13 : -13)),
    )
    assert.deepStrictEqual(familiesOf(reversed), [])
    assert.deepStrictEqual(familiesOf(rotated), [])
    assert.deepStrictEqual(familiesOf(key.slice(0, 20)), [])
    assert.deepStrictEqual(familiesOf(key.slice(20)), [])
  })

  it("is a key that is encrypted or compressed", () => {
    const cipher = createCipheriv("aes-256-ctr", Buffer.alloc(32, 7), Buffer.alloc(16, 7))
    const encrypted = Buffer.concat([cipher.update(`${key} ${key}`), cipher.final()])
    for (const bytes of [encrypted, gzipSync(`the key: ${key} ${key}`)]) {
      assert.deepStrictEqual(familiesOf(bytes.toString("base64")), [])
      assert.deepStrictEqual(familiesOf(bytes.toString("hex")), [])
    }
  })

  it("is a secret that is described in words", () => {
    const described = [
      "The code is the year my mother was born, then the name of our first dog.",
      "It is golf hotel papa underscore, then alpha bravo seven nine charlie delta.",
      "correct horse battery staple",
    ]
    for (const text of described) assert.deepStrictEqual(familiesOf(text), [], text)
  })
})
