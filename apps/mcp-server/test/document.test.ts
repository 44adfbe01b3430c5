// Holds the server to every example of docs/mcp.md, in their order.
// Verifies: MC-47
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it, vi } from "vitest"
import { callTool, ERAS, withClient, withFolder } from "./serverProcess.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const EXAMPLE = /```jsonc\n\/\/ (\w+)\n(.*)\n```\n\n```json\n(.*)\n```/g
const text = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8")
const examples = [...text.matchAll(EXAMPLE)].map(([, tool = "", args = "", answer = ""]) => ({
  tool,
  args: JSON.parse(args) as Record<string, unknown>,
  answer,
}))

/** Instants are of the day the example was made. */
const timeless = (json: string): unknown =>
  JSON.parse(json.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"then"'))

it("docs/mcp.md builds before it starts anything", () => {
  const [first = "", ...later] = /```sh\n([\s\S]*?)\n```/.exec(text)?.[1]?.split("\n") ?? []
  assert.match(first, /^npm start /)
  assert.isTrue(later.every((command) => command.startsWith("node apps/mcp-server/dist/main.js ")))
})

describe("the examples of docs/mcp.md", () => {
  it("are all found", () => {
    assert.strictEqual(examples.length, text.split("```jsonc").length - 1)
    assert.isAtLeast(examples.length, 9)
  })

  for (const era of ERAS) {
    it(`are what a ${era} client gets`, () =>
      withFolder((folder) =>
        withClient(join(folder, "memory.db"), era, async (client) => {
          for (const { answer, args, tool } of examples) {
            const got = await callTool(client, tool, args)
            assert.deepStrictEqual(timeless(JSON.stringify(got)), timeless(answer))
          }
        }),
      ))
  }
})
