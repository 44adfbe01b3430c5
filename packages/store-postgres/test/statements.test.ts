// The texts a plan becomes, without a server.
// Verifies: ST-06
import { assert, describe, it } from "@effect/vitest"
import { linkKey, type Plan } from "@reminisce/store"
import { compileLayout } from "../src/internal/Layout.ts"
import { planStatements } from "../src/internal/planStatements.ts"
import { countingSchema } from "./counting.ts"

const planWith = (word: string): Plan => {
  const [left, right, old] = ["l", "r", "o"].map((end) => ({ type: "counter", key: word + end }))
  assert.isDefined(old)
  if (!(left && right && old)) throw new Error("three ends")
  return {
    base: 0,
    id: "0".repeat(32),
    at: 1,
    create: [{ ...left, attributes: { number: 1, words: word, tags: [word, `${word}2`] } }],
    set: [{ ...right, attributes: { words: word } }],
    unset: [{ ...right, attributes: ["tags"] }],
    drop: [old],
    link: [{ type: "chain", ends: { left, right }, attributes: { note: word } }],
    unlink: [{ type: "chain", key: linkKey([left, old]) }],
    pages: [
      { space: "sums", name: word, number: 0, bytes: new Uint8Array(2) },
      { space: "sums", name: `${word}2`, number: 0, bytes: undefined },
    ],
  }
}

const statementsOf = (word: string) =>
  planStatements(
    { schema: countingSchema, layout: compileLayout(countingSchema, "store"), keepChanges: 9 },
    {
      id: "00000000-0000-0000-0000-000000000000",
      sequence: 0,
      lastAt: undefined,
      floor: 0,
      slots: {},
    },
    planWith(word),
  )

describe("a plan's statements", () => {
  it("are the same texts whatever a caller sends, who is in the bound values alone", () => {
    const plain = statementsOf("plain")
    assert.isAbove(plain.length, 8)
    for (const word of ["canary'; drop table owner; --", 'canary" --', "$1", "канарейка"]) {
      const statements = statementsOf(word)
      assert.deepStrictEqual(
        statements.map(({ text }) => text),
        plain.map(({ text }) => text),
      )
      assert.include(
        JSON.stringify(statements.map(({ values }) => values)),
        JSON.stringify(word).slice(1, -1),
      )
    }
  })
})
