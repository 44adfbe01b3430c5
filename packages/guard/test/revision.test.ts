import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { revision } from "../src/internal/versionOf.ts"

/** The code that decides what is refused; tables are hashed into the version itself. */
const folders = ["internal", "structures"]

const fingerprint = (): string => {
  const hash = createHash("sha256")
  for (const folder of folders) {
    const url = new URL(`../src/${folder}/`, import.meta.url)
    for (const name of readdirSync(url).sort()) {
      if (name === "versionOf.ts") continue
      // Comments and layout decide nothing.
      const code = readFileSync(new URL(name, url), "utf8")
        .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
        .replace(/\s+/g, "")
      hash.update(`${folder}/${name}\n${code}\n`)
    }
  }
  return hash.digest("hex").slice(0, 16)
}

const recorded: { readonly revision: number; readonly fingerprint: string } = JSON.parse(
  readFileSync(new URL("fixtures/revision.json", import.meta.url), "utf8"),
)

describe("the revision", () => {
  it("is raised with every change of the code that decides, so that backups name the rules they met", () => {
    const message = `raise \`revision\` in versionOf.ts and record ${fingerprint()} in fixtures/revision.json`
    assert.deepStrictEqual(recorded, { revision, fingerprint: fingerprint() }, message)
  })
})
