// Verifies: GU-01
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families, Samples, type TokenRule } from "../src/index.ts"

/** All that a person adds for a new vendor, as README and docs/guard.md show it. */
const row: TokenRule = { id: "acme-key", shape: "acme_<A32+>", strong: true }
const sample = "acme_<A32>"

const guard = compileGuard([...families, { name: "acme", tokens: [row] }])
const key = Samples.renderTemplate(sample, 1)
const namesIn = (...texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  guard
    .scan(texts.map((text, at) => ({ field: `facets[${at}]`, text })))
    .flatMap((found) => found.families)

describe("a new vendor", () => {
  it("is shown in the documents as it is here", () => {
    const shown = `{ id: "${row.id}", shape: "${row.shape}", strong: true }`
    for (const path of ["../README.md", "../../../docs/guard.md"]) {
      const text = readFileSync(new URL(path, import.meta.url), "utf8")
      assert.include(text, shown)
      assert.include(text, `"${row.id}": "${sample}"`)
    }
  })

  it("is one row and one sample, and every reading finds it", () => {
    const base64 = Buffer.from(key).toString("base64")
    const disguises = [
      key,
      `use ${key}.`,
      base64,
      Buffer.from(base64).toString("base64"),
      Buffer.from(key).toString("hex"),
      Array.from(key, (c) => `%${c.charCodeAt(0).toString(16)}`).join(""),
      Array.from(key, (c) => `&#${c.charCodeAt(0)};`).join(""),
      Array.from(key).join("\u200b"),
      Array.from(key).join(" "),
      key.replace("a", "а"),
    ]
    for (const text of disguises) assert.deepStrictEqual(namesIn(text), ["acme"], text)
    assert.deepStrictEqual(namesIn(`a=${key.slice(0, 20)}`, `b=${key.slice(20)}`), ["acme"])
    assert.deepStrictEqual(namesIn("acme_settings", "acme_<your key>", "acme_key"), [])
  })
})

describe("the page about the guard", () => {
  const page = readFileSync(new URL("../../../docs/guard.md", import.meta.url), "utf8")

  it("names every family", () => {
    for (const family of compileGuard(families).families) assert.include(page, family)
  })

  it("shows the second engine as it is tested", () => {
    const engine = readFileSync(new URL("support/contactEngine.ts", import.meta.url), "utf8")
    assert.include(page, `\`\`\`ts\n${engine}\`\`\``)
  })
})
