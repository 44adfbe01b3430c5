import { assert, describe, it } from "@effect/vitest"
import { wording } from "../src/index.ts"

describe("wording", () => {
  it("leaves out case, spacing, punctuation and articles", () => {
    for (const text of ["The gate, at dawn!", "gate  at\u00a0DAWN", "“Gate” — at (the) dawn…"]) {
      assert.deepStrictEqual(wording(text), ["gate", "at", "dawn"])
    }
    assert.deepStrictEqual(wording("备份、服务器。"), ["备份", "服务器"])
    assert.deepStrictEqual(wording("ворота؟ открыты؛"), ["ворота", "открыты"])
    assert.deepStrictEqual(wording("ｗｉｄｅ　ｔｅｘｔ"), ["wide", "text"])
    assert.deepStrictEqual(wording(" … the — !"), [])
  })

  it("keeps the signs that tell words apart", () => {
    for (const [one, other] of [
      ["C", "C#"],
      ["C", "C++"],
      ["5 €", "5 $"],
      ["10 %", "10"],
      ["a+b", "ab"],
    ] as const) {
      assert.notDeepEqual(wording(one), wording(other))
    }
  })

  it("never asks the runtime about characters it may not know", () => {
    assert.deepStrictEqual(wording("a\u{1fffe}gate \ud800dawn"), wording("a gate dawn"))
  })
})
