// Every block of a README that names an example is that example to the letter, and every example
// prints what its comments say.
// Verifies: ST-32, ST-33, LI-09, RE-05, RE-11
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const examples = readdirSync(join(root, "examples")).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
)
const NAMED = /<!-- (examples\/[\w-]+\.ts) -->\n```ts\n([\s\S]*?)```/g

describe("the README", () => {
  const blocks = [...read("README.md").matchAll(NAMED)]
  it("shows every example", () => {
    assert.sameMembers(
      blocks.map(([, path = ""]) => path),
      examples.map((name) => `examples/${name}`),
    )
  })
  for (const [, path = "", block] of blocks) {
    it(`shows ${path} as it stands`, () => assert.strictEqual(block, read(path)))
  }
})

describe("an example", () => {
  for (const name of examples) {
    it(`${name} prints what its comments say`, () => {
      const folder = mkdtempSync(join(tmpdir(), "reminisce-example-"))
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        ["--conditions=@reminisce/source", join(root, "examples", name)],
        { cwd: folder, encoding: "utf8", timeout: 50_000 },
      )
      rmSync(folder, { recursive: true, force: true })
      assert.strictEqual(status, 0, stderr)
      const promised = [...read(`examples/${name}`).matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)]
      assert.isNotEmpty(promised)
      assert.strictEqual(stdout, promised.map(([, line = ""]) => `${line}\n`).join(""))
    })
  }
})
