// Verifies: MC-11, MC-25
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import * as EchoProcess from "./fixtures/EchoProcess.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const connect = async (
  mode: "legacy" | "auto" | { readonly pin: string },
  ...args: ReadonlyArray<string>
): Promise<Client> => {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...EchoProcess.serverArguments, ...args],
    }),
  )
  return client
}

const eras = [
  { name: "2025-11-25", mode: "legacy", version: "2025-11-25", era: "legacy" },
  { name: "2026-07-28", mode: { pin: "2026-07-28" }, version: "2026-07-28", era: "modern" },
] as const

for (const { era, mode, name, version } of eras) {
  describe(`the protocol's own client speaking ${name}`, () => {
    let client: Client
    beforeAll(async () => {
      client = await connect(mode)
    })
    afterAll(() => client.close())

    it("agrees on the revision and hears the instructions", () => {
      assert.strictEqual(client.getProtocolEra(), era)
      assert.strictEqual(client.getNegotiatedProtocolVersion(), version)
      assert.strictEqual(client.getInstructions(), "Echo what you hear.")
    })

    it("lists the tools in order with all four hints", async () => {
      const { tools } = await client.listTools()
      assert.deepStrictEqual(tools.map((tool) => tool.name).slice(0, 3), [
        "echo",
        "swallow",
        "slow",
      ])
      for (const { annotations } of tools) {
        assert.deepInclude(annotations, {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        })
      }
    })

    it("gets the whole answer as data, and the same as one text", async () => {
      const result = await client.callTool({ name: "echo", arguments: { text: "Żółw 🐢" } })
      const answer = { text: "Żółw 🐢", bytes: 12 }
      assert.deepStrictEqual(result.structuredContent, answer)
      assert.deepStrictEqual(result.content, [{ type: "text", text: JSON.stringify(answer) }])
      assert.isUndefined(result.isError)
    })

    it("gets a refusal as data", async () => {
      const result = await client.callTool({ name: "refuse", arguments: { code: "not_today" } })
      const refusal = { error: { code: "not_today", rule: "because" } }
      assert.isTrue(result.isError)
      assert.deepStrictEqual(result.structuredContent, refusal)
      assert.deepStrictEqual(result.content, [{ type: "text", text: JSON.stringify(refusal) }])
    })

    it("hears nothing of why a tool crashed, and is served on", async () => {
      for (const kind of ["throw", "die", "reject"]) {
        const call = client.callTool({ name: "boom", arguments: { text: "canary", kind } })
        const error = await call.then(
          () => undefined,
          (failure: unknown) => failure as Error & { code: number },
        )
        assert.strictEqual(error?.code, -32603)
        assert.notInclude(JSON.stringify([error, error?.message]), "canary")
      }
      const { structuredContent } = await client.callTool({ name: "echo", arguments: { text: "" } })
      assert.deepStrictEqual(structuredContent, { text: "", bytes: 0 })
    })

    it("stops a call by cancelling it", async () => {
      const before = await client.callTool({ name: "interruptions", arguments: {} })
      const abort = new AbortController()
      const call = client.callTool(
        { name: "slow", arguments: { millis: 60_000 } },
        { signal: abort.signal },
      )
      await client.callTool({ name: "echo", arguments: { text: "the slow call is under way" } })
      abort.abort()
      await call.catch(() => undefined)
      const after = await client.callTool({ name: "interruptions", arguments: {} })
      assert.deepStrictEqual(after.structuredContent, {
        interrupted: Number(Object(before.structuredContent).interrupted) + 1,
      })
    })
  })
}

describe("a client that lets the server choose", () => {
  it("agrees on the newest revision that both know", async () => {
    const client = await connect("auto")
    assert.strictEqual(client.getNegotiatedProtocolVersion(), "2026-07-28")
    const result = await client.callTool({ name: "echo", arguments: { text: "new" } })
    assert.deepStrictEqual(result.structuredContent, { text: "new", bytes: 3 })
    await client.close()
  })
})

describe("a server told to speak only the older era", () => {
  it("is understood by a client that tries the newer one first", async () => {
    const client = await connect("auto", "--legacy-only")
    assert.strictEqual(client.getNegotiatedProtocolVersion(), "2025-11-25")
    const result = await client.callTool({ name: "echo", arguments: { text: "old" } })
    assert.deepStrictEqual(result.structuredContent, { text: "old", bytes: 3 })
    await client.close()
  })

  it("does not know server/discover", async () => {
    const server = EchoProcess.start("--legacy-only")
    const { error } = await server.request("server/discover", { _meta: {} })
    assert.deepStrictEqual(error, { code: -32601, message: "Method not found" })
    await server.kill()
  })
})
