import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { canonicalSet, compareText, compareValues, valueFault } from "../src/index.ts"

/** Where UTF-16 units and code points are ordered differently, and where UTF-8 changes its length. */
const Text = Schema.Array(
  Schema.Literals([
    "a",
    "b",
    "\u007f",
    "\u0080",
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\ufb01",
    "\uffff",
    "\u{10000}",
    "\u{10fc00}",
    "\u{10ffff}",
  ]),
)

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe("compareText", () => {
  it.prop("orders as the bytes of UTF-8 do", [Text, Text], ([a, b]) => {
    const order = Math.sign(compareText(a.join(""), b.join("")))
    assert.strictEqual(order, Buffer.compare(bytes(a.join("")), bytes(b.join(""))))
  })

  it.prop("orders whatever is well-formed", [Schema.String, Schema.String], ([a, b]) => {
    if (!a.isWellFormed() || !b.isWellFormed()) return
    assert.strictEqual(Math.sign(compareText(a, b)), Buffer.compare(bytes(a), bytes(b)))
  })

  it("puts an astral character behind the last of the basic plane, unlike UTF-16", () => {
    assert.isTrue(compareText("\u{10000}", "\uffff") > 0)
    assert.isTrue("\u{10000}" < "\uffff")
  })
})

describe("compareValues", () => {
  it("orders numbers by size and false before true", () => {
    const numbers = [10, -1, 9, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0]
    assert.deepStrictEqual(numbers.sort(compareValues), [
      Number.MIN_SAFE_INTEGER,
      -1,
      0,
      9,
      10,
      Number.MAX_SAFE_INTEGER,
    ])
    assert.deepStrictEqual([true, false].sort(compareValues), [false, true])
  })
})

describe("canonicalSet", () => {
  it.prop("is the same for every order and repetition", [Schema.Array(Text)], ([texts]) => {
    const values = texts.map((text) => text.join(""))
    const once = canonicalSet(values)
    assert.deepStrictEqual(canonicalSet([...values, ...values].reverse()), once)
    assert.strictEqual(once.length, new Set(values).size)
  })
})

describe("valueFault", () => {
  const cases: ReadonlyArray<
    readonly [Parameters<typeof valueFault>[0], unknown, string | undefined]
  > = [
    ["text", "", undefined],
    ["text", "\u{1f511} key", undefined],
    ["text", 7, "not-text"],
    ["text", null, "not-text"],
    ["text", undefined, "not-text"],
    ["text", "\ud800", "malformed-unicode"],
    ["text", "a\udc00b", "malformed-unicode"],
    ["text", "a\u0000b", "nul"],
    ["boolean", false, undefined],
    ["boolean", 0, "not-boolean"],
    ["boolean", "true", "not-boolean"],
    ["integer", Number.MAX_SAFE_INTEGER, undefined],
    ["integer", Number.MIN_SAFE_INTEGER, undefined],
    ["integer", 2 ** 53, "not-integer"],
    ["integer", 0.5, "not-integer"],
    ["integer", Number.NaN, "not-integer"],
    ["integer", Number.POSITIVE_INFINITY, "not-integer"],
    ["integer", "1", "not-integer"],
    ["integer", true, "not-integer"],
    ["integer", -0, "negative-zero"],
    ["instant", -1, undefined],
    ["instant", -0, "negative-zero"],
    ["instant", 1.5, "not-integer"],
  ]
  for (const [kind, value, rule] of cases) {
    const shown = Object.is(value, -0) ? "-0" : (JSON.stringify(value) ?? String(value))
    it(`${rule === undefined ? "takes" : `refuses by ${rule}`} ${shown} as ${kind}`, () => {
      assert.strictEqual(valueFault(kind, value), rule)
    })
  }
})
