import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { makeBoundedMemo } from "../src/BoundedMemo.ts"
import { integer } from "./arbitraries.ts"

describe("BoundedMemo", () => {
  it.prop(
    "answers as the function does",
    [Arbitrary.array(integer(0, 9), { maxLength: 60 })],
    ([keys]) => {
      const memo = makeBoundedMemo(3, (key) => `${key}!`)
      for (const key of keys) assert.strictEqual(memo.get(`${key}`), `${key}!`)
    },
  )

  it("still knows the generation before the present one", () => {
    const computed: Array<string> = []
    const memo = makeBoundedMemo(2, (key) => {
      computed.push(key)
      return key
    })
    for (const key of ["a", "b", "c", "a", "b"]) memo.get(key)
    assert.deepStrictEqual(computed, ["a", "b", "c"])
  })

  it("computes a recent answer once, and a forgotten one again", () => {
    const computed: Array<string> = []
    const memo = makeBoundedMemo(2, (key) => {
      computed.push(key)
      return key
    })
    for (const key of ["a", "a", "b", "a", "c", "d", "e", "f", "a"]) memo.get(key)
    assert.deepStrictEqual(computed, ["a", "b", "c", "d", "e", "f", "a"])
  })
})
