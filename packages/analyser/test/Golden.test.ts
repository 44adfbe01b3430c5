import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { type Golden, goldenTerms } from "./golden/goldenTerms.ts"

const golden = JSON.parse(
  readFileSync(new URL("./golden/golden.json", import.meta.url), "utf8"),
) as Golden
const computed = goldenTerms()

describe("terms", () => {
  it("of the fixed corpus are the committed ones on every runtime", () => {
    assert.deepStrictEqual(computed.terms, golden.terms)
  })

  it("of every code point are the committed ones on every runtime", () => {
    assert.strictEqual(computed.everyCodePoint, golden.everyCodePoint)
  })

  it("of times are the committed ones on every runtime", () => {
    assert.deepStrictEqual(computed.dates, golden.dates)
  })

  it("belong to the version they were committed under", () => {
    assert.strictEqual(computed.version, golden.version)
  })
})
