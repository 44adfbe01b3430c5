// The server over Streamable HTTP, as a process.
// Verifies: MC-48, MC-49, MC-51, MC-05
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { withHttp, withHttpClient } from "./httpProcess.ts"
import { callTool, ERAS, main, withClient, withFolder } from "./serverProcess.ts"

interface Entry {
  readonly sha256: string
  readonly owner: string
  readonly expiresAt: string
}

/** A token and its entry, as the command `token` makes them. */
const newToken = (...args: ReadonlyArray<string>): readonly [string, Entry] => {
  const { stdout } = spawnSync(process.execPath, [main, "token", ...args], { encoding: "utf8" })
  const [token = ""] = stdout.split("\n")
  return [token, JSON.parse(stdout.slice(stdout.indexOf("{")))]
}

const names = ({ tools }: { readonly tools: ReadonlyArray<{ readonly name: string }> }) =>
  tools.map(({ name }) => name)

const statusWith = async (url: URL, token: string): Promise<number> => {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  })
  await response.text()
  return response.status
}

describe("serve-http", () => {
  for (const era of ERAS)
    it(`keeps apart the memories of whom its tokens name (${era})`, () =>
      withFolder(async (folder) => {
        const [alice, ofAlice] = newToken("--owner", "agent:alice")
        const [bob, ofBob] = newToken("--owner", "agent:bob")
        const [reader, ofReader] = newToken("--owner", "agent:alice", "--access", "read")
        const file = join(folder, "tokens.json")
        const keep = (...tokens: ReadonlyArray<Entry>): void =>
          writeFileSync(file, JSON.stringify({ tokens }))
        keep(ofAlice, ofBob, ofReader)
        const store = `sqlite:${join(folder, "memory.db")}`
        await withHttp(["--store", store, "--tokens", file], async ({ said, url }) => {
          const query = "when does the north gate open"
          const focus = await withHttpClient(url, era, alice, async (client) => {
            await callTool(client, "memory_remember", {
              content: "The north gate opens at dawn.",
              key: "m_dawn",
            })
            const found = await callTool(client, "memory_recall", { query, focus: "new" })
            assert.strictEqual((found.memories as ReadonlyArray<unknown>).length, 1)
            return found.focus
          })
          await withHttpClient(url, era, bob, async (client) => {
            const found = await callTool(client, "memory_recall", { query, focus })
            assert.deepInclude(found, { memories: [], scanned: 0, focusReset: true })
            const why = await callTool(client, "memory_why", { key: "m_dawn" })
            assert.deepStrictEqual(why, { error: { code: "not_found" } })
          })
          await withHttpClient(url, era, reader, async (client) => {
            assert.deepStrictEqual(names(await client.listTools()), ["memory_recall", "memory_why"])
            const found = await callTool(client, "memory_recall", { query })
            assert.strictEqual(found.scanned, 1)
            const written = await client
              .callTool({ name: "memory_forget", arguments: { key: "m_dawn" } })
              .then(String, String)
            assert.include(written, "Unknown tool")
          })
          assert.strictEqual(await statusWith(url, alice), 200)
          keep(ofBob)
          assert.strictEqual(await statusWith(url, alice), 401)
          assert.strictEqual(await statusWith(url, bob), 200)
          writeFileSync(file, "{")
          assert.strictEqual(await statusWith(url, bob), 401)
          assert.include(said(), "no token is accepted")
          keep({ ...ofBob, expiresAt: "2020-01-01T00:00:00Z" })
          assert.strictEqual(await statusWith(url, bob), 401)
          for (const token of [alice, bob]) assert.notInclude(said(), token)
        })
      }))

  it("serves one owner to loopback without tokens, beside a client on standard input and output", () =>
    withFolder((folder) => {
      const filename = join(folder, "memory.db")
      const args = ["--store", `sqlite:${filename}`, "--owner", "agent:alice"]
      return withHttp(args, ({ url }) =>
        withClient(filename, "modern", async (near) => {
          await callTool(near, "memory_remember", { content: "The gate opens.", key: "m_gate" })
          await withHttpClient(url, "modern", undefined, async (far) => {
            const why = await callTool(far, "memory_why", { key: "m_gate" })
            assert.deepInclude(why.memory, { content: "The gate opens." })
          })
        }),
      )
    }))

  it("says what to do where it cannot listen, and what is wrong with its tokens", () =>
    withFolder(async (folder) => {
      const file = join(folder, "tokens.json")
      writeFileSync(file, '{"tokens":[{"sha256":"zebrafish"}]}')
      const store = ["--store", "sqlite::memory:"]
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
        [["--host", "0.0.0.0"], /without --tokens it listens on loopback only/],
        [["--tokens", file], /wrong at tokens\[0\]\.sha256: 64-hex-digits/],
        [["--tokens", join(folder, "none.json")], /cannot be read/],
        [["--host", "192.0.2.1", "--tokens", file], /wrong at tokens/],
      ]
      for (const [args, sentence] of cases) {
        const { status, stderr, stdout } = spawnSync(
          process.execPath,
          [main, "serve-http", "--port", "0", ...store, ...args],
          { encoding: "utf8", timeout: 50_000 },
        )
        assert.match(stderr, sentence)
        assert.strictEqual(status, 1)
        assert.strictEqual(stdout, "")
        assert.notInclude(stderr, "zebrafish")
      }
    }))
})

describe("--read-only", () => {
  it("offers no tool that writes", () =>
    withFolder(async (folder) => {
      const filename = join(folder, "memory.db")
      await withClient(
        filename,
        "legacy",
        async (client) =>
          assert.deepStrictEqual(names(await client.listTools()), ["memory_recall", "memory_why"]),
        "--read-only",
      )
    }))
})
