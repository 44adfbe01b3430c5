// The limits that stay are stated where a newcomer reads, and what the sources can show is held against them.
// Verifies: LM-01, LM-02, LM-04, LM-06, LM-07, ME-12, ST-17
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = new URL("..", import.meta.url).pathname
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const readme = read("README.md").replace(/\s+/g, " ")

describe("the README says", () => {
  const said: ReadonlyArray<readonly [id: string, sentence: string]> = [
    ["LM-01", "It does not decide what is worth keeping, calls no model,"],
    ["LM-02", "calls no model, and does not judge whether a source is true."],
    ["LM-04", "there is no query expansion."],
    ["LM-06", "is no place for transcripts or working memory."],
    ["LM-07", "does not judge whether a source is true."],
    ["ST-17", "Owners are kept apart, tenants are not:"],
    ["ST-17", "whoever may query it reads everything."],
    ["ST-17", "A tenant to be kept apart gets a store of its own."],
  ]
  for (const [id, sentence] of said) {
    it(`${id}: ${sentence}`, () => assert.include(readme, sentence))
  }
})

/** Ways to reach anything outside the process, where a model would have to be. */
const OUTSIDE =
  /\bfetch\(|\bWebSocket\b|\bEventSource\b|(from |import\()"(node:)?(https?|http2|net|tls|dgram|child_process|undici)"|effect\/unstable\/(ai|http)/

/** The stores that are reached over a network, and nothing else. */
const REMOTE = /^packages\/store-(postgres|typedb)\//

/** What serves over HTTP: asked from outside, it asks nobody itself. */
const SERVING = /^packages\/mcp\/src\/(HttpHandler|HttpServer|internal\/nodeExchange)\.ts$/
const ASKING = /(?<!\.)\b(fetch|request|get|connect|WebSocket)\(|\b(https|http2|undici)"/

describe("no library", () => {
  const sources = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "packages"],
    { cwd: root, encoding: "utf8" },
  )
    .split("\n")
    .filter((path) => /^packages\/[^/]+\/src\/.*\.ts$/.test(path) && existsSync(join(root, path)))
  it("but a store of a server's reaches outside its process, so none calls a model", () => {
    assert.isAbove(sources.length, 100)
    const reaching = sources.filter((path) => !REMOTE.test(path) && OUTSIDE.test(read(path)))
    for (const path of reaching.filter((each) => SERVING.test(each)))
      assert.notMatch(read(path), ASKING, path)
    assert.deepStrictEqual(
      // The suite starts processes of its own, to see stores shared by several.
      reaching.filter(
        (path) => !path.startsWith("packages/store-conformance/") && !SERVING.test(path),
      ),
      [],
    )
  })
  it("escapes that look: a call planted in any way is seen", () => {
    for (const line of [
      'await fetch("http://localhost")',
      'import { request } from "node:https"',
      'import * as net from "net"',
      'const { spawn } = await import("node:child_process")',
      'import * as LanguageModel from "effect/unstable/ai/LanguageModel"',
    ])
      assert.match(line, OUTSIDE)
  })
})
