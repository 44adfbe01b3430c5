// What the real process writes: bytes of UTF-8 in any locale, and nothing but JSON-RPC.
// Verifies: MC-10, MC-12
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it, vi } from "vitest"
import { main, OWNER, withFolder } from "./serverProcess.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const WORDS = "Żółw śpi pod bramą 北門 😀."

const call = (id: number, name: string, args: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } })}\n`

describe("the process", () => {
  for (const locale of ["C", "POSIX", "pl_PL.ISO-8859-2"]) {
    it(`speaks UTF-8 and JSON-RPC alone with locale ${locale}`, () =>
      withFolder(async (folder) => {
        const input = [
          call(1, "memory_remember", { content: WORDS }),
          "no message\n",
          Buffer.from([0x7b, 0xff, 0x0a]),
          call(2, "memory_recall", { query: "żółw" }),
          call(3, "memory_nothing", {}),
        ]
        const { status, stderr, stdout } = spawnSync(
          process.execPath,
          [main, "--owner", OWNER, "--store", `sqlite:${join(folder, "memory.db")}`],
          {
            input: Buffer.concat(input.map((part) => Buffer.from(part))),
            env: { PATH: process.env.PATH, HOME: folder, LC_ALL: locale, LANG: locale },
          },
        )
        assert.strictEqual(status, 0)
        const text = new TextDecoder("utf-8", { fatal: true }).decode(stdout)
        assert.isTrue(text.endsWith("\n"))
        const messages = text
          .slice(0, -1)
          .split("\n")
          .map((line) => JSON.parse(line))
        for (const message of messages) assert.strictEqual(message.jsonrpc, "2.0")
        assert.lengthOf(messages, 5)
        const [kept, found] = [1, 2].map(
          (id) => messages.find((message) => message.id === id)?.result.structuredContent,
        )
        assert.strictEqual(kept.content, WORDS)
        assert.deepStrictEqual(found.memories, [kept])
        assert.include(stderr.toString(), OWNER)
        assert.notInclude(stderr.toString(), "bram")
      }))
  }
})
