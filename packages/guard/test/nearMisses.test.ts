// Verifies: GU-12
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, Samples } from "../src/index.ts"
import { nearMisses } from "./nearMisses.ts"

const guard = compileGuard(families)

const refused = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.filter((text) => guard.scan([{ field: "content", text }]).length > 0)

/** Lines of the documentation of other people's packages, each with its origin and licence. */
const honestLines: ReadonlyArray<{
  readonly from: string
  readonly licence: string
  readonly line: string
}> = JSON.parse(readFileSync(new URL("fixtures/honest-lines.json", import.meta.url), "utf8"))

describe("an honest note", () => {
  it("is not refused for looking like a credential, whatever its random parts", () => {
    const texts = nearMisses.flatMap((template) =>
      Array.from({ length: 20 }, (_, seed) => Samples.renderTemplate(template, seed + 7)),
    )
    assert.isAtLeast(nearMisses.length, 180)
    assert.deepStrictEqual(refused(texts), [])
  })

  it("is not refused when it is documentation that talks about secrets", () => {
    assert.isAtLeast(honestLines.length, 200)
    assert.deepStrictEqual(refused(honestLines.map((entry) => entry.line)), [])
  })

  it("is not refused as a facet, nor when many of them are stored together", () => {
    const texts = nearMisses.map((template) => Samples.renderTemplate(template, 3))
    assert.deepStrictEqual(refused(texts.map((text) => `note=${text}`)), [])
    const fields = texts.map((text, index) => ({ field: `facets[${index}]`, text }))
    assert.deepStrictEqual(guard.scan(fields), [])
  })
})
