import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, Samples } from "../src/index.ts"

const guard = compileGuard(families)
const scan = (text: string) => guard.scan([{ field: "content", text }])

/** Alphabets that make a scanner stumble: halves of pairs, marks, controls, escapes, keywords, plain words. */
const pieces = [
  "a",
  "Z",
  "9",
  " ",
  "\n",
  "\u0000",
  "\u001b[",
  "\ud800",
  "\udfff",
  "\ufffd",
  "\u0301",
  "\u200d",
  "\ufe0f",
  "\u{e0041}",
  "\u{10ffff}",
  "ﷺ",
  "㎏",
  "Ω",
  "密码",
  "пароль",
  "%",
  "%e2%80",
  "%ff",
  "\\u",
  "\\ud83d\\ude00",
  "\\x",
  "\\777",
  "&#x",
  "&#1114112;",
  "&#999999999;",
  "&amp;",
  "=\r\n",
  "=3D",
  "QUFB",
  "/////////////////w==",
  "ff fe fd",
  "password",
  "key=",
  "token: ",
  "://a:b@",
  "-----BEGIN PRIVATE KEY-----",
  "eyJ",
  "curl -u ",
  "kind: Secret",
  "data:",
  "sk-",
  "ghp_",
]

const noise = (seed: number, size: number): string => {
  const random = Samples.randomFrom(seed)
  return Array.from({ length: size }, () => pieces[random(pieces.length)] ?? "").join("")
}

describe("any text", () => {
  it("is scanned without failing, and gets the same answer twice", () => {
    for (let seed = 0; seed < 1500; seed += 1) {
      const text = noise(seed, 1 + (seed % 60))
      assert.deepStrictEqual(scan(text), scan(text))
    }
  }, 60_000)

  it("does not hide a key that stands in the midst of it", () => {
    const missed = Array.from({ length: 600 }, (_, seed) => seed).filter((seed) => {
      const key = Samples.renderTemplate("ghp_<A36>", seed)
      return scan(`${noise(seed, 30)} ${key} ${noise(seed + 1, 30)}`).length === 0
    })
    assert.deepStrictEqual(missed, [])
  }, 60_000)

  it("of a megabyte does not hide a key at either end", () => {
    const key = Samples.renderTemplate("ghp_<A36>", 1)
    const prose = "The north gate opens at dawn and closes at dusk. ".repeat(21_400)
    assert.deepStrictEqual(scan(prose), [])
    for (const text of [key + prose, prose + key]) {
      assert.deepStrictEqual(scan(text), [{ index: 0, families: ["github"] }])
    }
  }, 60_000)

  it("does not change what is found in the next one", () => {
    const key = Samples.renderTemplate("ghp_<A36>", 1)
    for (let seed = 0; seed < 200; seed += 1) {
      scan(noise(seed, 50))
      assert.deepStrictEqual(scan("The north gate opens at dawn."), [])
      assert.deepStrictEqual(scan(`use ${key}`), [{ index: 0, families: ["github"] }])
    }
  }, 60_000)
})

describe("the table", () => {
  it("finds a sample wherever words and punctuation stand around it", () => {
    const around = [
      (text: string) => `${text}.`,
      (text: string) => `(${text})`,
      (text: string) => `"${text}"`,
      (text: string) => `\`${text}\``,
      (text: string) => `see ${text}, then go on`,
      (text: string) => `<b>${text}</b>`,
      (text: string) => `— ${text} —`,
      (text: string) => `密钥${text}。`,
      (text: string) => `\n\t${text}\n`,
    ]
    const strong = families
      .flatMap((family) => family.tokens ?? [])
      .filter((rule) => rule.checksum?.role !== "required")
    const missed = strong.flatMap((rule) => {
      const shape = typeof rule.shape === "string" ? rule.shape : (rule.shape[0] ?? "")
      const text = Samples.renderTemplate(shape.replaceAll("+>", ">"), 8)
      return around.flatMap((wrap, index) =>
        scan(wrap(text)).length === 0 ? [`${rule.id} ${index}`] : [],
      )
    })
    assert.deepStrictEqual(missed, [])
  }, 60_000)
})
