// Raw outputs of benches are kept, each under the machine that it was measured on.
// Verifies: NF-14
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const folder = new URL("../bench/results", import.meta.url).pathname
const files = readdirSync(folder)

/** Processor, cores, system and Node, as every bench prints them. */
const MACHINE = /^# [^,\n]+, \d+ cores, \w+ \w+, Node \d+\.\d+\.\d+/

/** What a kept output lacks. */
const missing = (text: string): ReadonlyArray<string> => [
  ...(MACHINE.test(text) ? [] : ["machine"]),
  ...(/\bCommit [0-9a-f]{7,40}\b/.test(text) ? [] : ["commit"]),
  ...(/^`[^`]*bench[^`]*`$/m.test(text) ? [] : ["command"]),
  ...(/^```text\n[\s\S]*\d[\s\S]*^```$/m.test(text) ? [] : ["output"]),
]

describe("bench results", () => {
  it("are there", () => assert.isNotEmpty(files))
  for (const name of files) {
    it(`${name} names its machine, its commit and its command, above the output as it was`, () => {
      assert.match(name, /^\d{4}-\d{2}-\d{2}-[a-z-]+\.md$/)
      assert.deepStrictEqual(missing(readFileSync(join(folder, name), "utf8")), [])
    })
  }
  it("that lack any of these are told so", () => {
    assert.deepStrictEqual(missing("# Recall\n\n1 ms\n"), [
      "machine",
      "commit",
      "command",
      "output",
    ])
  })
})
