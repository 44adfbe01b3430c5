// Verifies: MC-28
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import * as EchoProcess from "./fixtures/EchoProcess.ts"
import { answersTo, call, cancel, echo, error, line } from "./fixtures/speak.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe("messages", () => {
  let server: EchoProcess.EchoProcess
  beforeAll(() => {
    server = EchoProcess.start()
  })
  afterAll(() => server.kill())
  const answers = (input: string) => answersTo(server, input)
  const number = async (tool: "count" | "interruptions"): Promise<unknown> => {
    const { result } = await server.callTool(tool, {})
    return Object.values(Object(result?.structuredContent))[0]
  }

  it("JSON that is no message is an invalid request", async () => {
    const invalid = error(-32600, "Invalid Request")
    for (const text of ["42", "{}", '"text"', "null", "true"]) {
      assert.deepStrictEqual(await answers(`${text}\n`), [invalid])
    }
    const wrong = [{ jsonrpc: "1.0" }, { method: 5 }, { params: [] }, { extra: true }]
    for (const fields of wrong) {
      const request = line({ id: 1, method: "ping", ...fields })
      assert.deepStrictEqual(await answers(request), [error(-32600, "Invalid Request", 1)])
    }
  })

  it("a batch is refused with one answer and runs nothing", async () => {
    const before = Number(await number("count"))
    for (const batch of [
      "[]\n",
      `[${call(2, "count", {}).trim()},${call(3, "count", {}).trim()}]\n`,
    ]) {
      assert.deepStrictEqual(await answers(batch), [error(-32600, "Batches are not supported")])
    }
    assert.strictEqual(await number("count"), before + 1)
  })

  it("an id that is null, a fraction, a flag or a list is an invalid request", async () => {
    for (const id of ["null", "1.5", "1e300", "true", "[1]"]) {
      const request = `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`
      assert.deepStrictEqual(await answers(request), [error(-32600, "Invalid Request")])
    }
  })

  it('1 and "1" are two ids', async () => {
    const [first, second] = await answers(
      call(4, "slow", { millis: 20 }) + call("4", "slow", { millis: 20 }),
    ).then(async () => [
      await server.message((message) => message.id === 4),
      await server.message((message) => message.id === "4"),
    ])
    assert.deepStrictEqual(first?.result, second?.result)
  })

  it("an id in use is refused to a second request, and free again after the answer", async () => {
    const slow = call(5, "slow", { millis: 60_000 })
    assert.deepStrictEqual(await answers(slow + echo(5, "x")), [
      error(-32600, "Request id already in use", 5),
    ])
    const [answer, ...more] = await answers(cancel(5) + echo(5, "x"))
    assert.deepStrictEqual([answer?.id, more.length], [5, 0])
    assert.lengthOf(await answers(echo(5, "x")), 1)
  })

  it("a cancelled call is interrupted and never answered", async () => {
    const before = Number(await number("interruptions"))
    assert.deepStrictEqual(await answers(call(6, "slow", { millis: 60_000 })), [])
    assert.deepStrictEqual(await answers(cancel(6)), [])
    assert.strictEqual(await number("interruptions"), before + 1)
    assert.isUndefined(server.messages().find((message) => message.id === 6))
  })

  it("cancelling what is not there, or nothing, is no message at all", async () => {
    const empty = line({ method: "notifications/cancelled" })
    for (const text of [cancel(999), cancel(null), cancel({}), cancel(undefined), empty]) {
      assert.deepStrictEqual(await answers(text), [])
    }
  })

  it("a call without an id is a notification and starts no tool", async () => {
    const before = Number(await number("count"))
    const withoutId = line({ method: "tools/call", params: { name: "count", arguments: {} } })
    assert.deepStrictEqual(await answers(withoutId), [])
    assert.strictEqual(await number("count"), before + 1)
  })

  it("answers nobody asked for are not answered, sound or not", async () => {
    const sound = line({ id: 5, result: {} }) + line({ error: { code: 1, message: "x" } })
    const broken = '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}\n{"result":7}\n'
    assert.deepStrictEqual(await answers(sound + broken), [])
  })

  it("a key given twice counts with its last value", async () => {
    const twice = echo(7, "last").replace('"text":', '"text":"first","text":')
    const [answer] = await answers(twice)
    assert.deepStrictEqual(answer?.result?.structuredContent, { text: "last", bytes: 4 })
  })

  it("__proto__ and constructor change nothing", async () => {
    const own = '"__proto__":{"text":"polluted","jsonrpc":"2.0","method":"ping"}'
    const outside = `{"jsonrpc":"2.0",${own},"id":8,"method":"ping"}\n`
    assert.deepStrictEqual(await answers(outside), [error(-32600, "Invalid Request", 8)])
    const inside = echo(9, "clean").replace('"text":', `${own},"text":`)
    const [answer] = await answers(inside)
    assert.deepStrictEqual(answer?.result?.structuredContent, { text: "clean", bytes: 5 })
    const missing = call(10, "echo", {}).replace("{}", `{${own}}`)
    const [refusal] = await answers(missing)
    assert.deepStrictEqual(refusal?.result?.structuredContent, {
      error: { code: "invalid", field: "text", rule: "required" },
    })
  })

  it("no error names what it was about", async () => {
    const request = (id: number, method: string, params?: object) => line({ id, method, params })
    const cases = [
      [request(11, "canary/list"), error(-32601, "Method not found", 11)],
      [request(12, "tools/call", { name: "canary" }), error(-32602, "Unknown tool", 12)],
      [request(13, "tools/call", { name: ["canary"] }), error(-32602, "Invalid params", 13)],
      [request(14, "tools/list", { cursor: "canary" }), error(-32602, "Unknown cursor", 14)],
      [request(15, "initialize", { protocolVersion: {} }), error(-32603, "Internal error", 15)],
    ] as const
    for (const [text, expected] of cases) assert.deepStrictEqual(await answers(text), [expected])
  })
})

describe("a message of the newer era", () => {
  const version = "io.modelcontextprotocol/protocolVersion"
  const capabilities = "io.modelcontextprotocol/clientCapabilities"

  it("claiming an unknown revision is told the known ones, and hears no word of its own", async () => {
    const server = EchoProcess.start()
    for (const [claimed, requested] of [
      ["canary", "unknown"],
      ["2031-01-01", "2031-01-01"],
    ]) {
      const _meta = { [version]: claimed, [capabilities]: {} }
      assert.deepStrictEqual((await server.request("server/discover", { _meta })).error, {
        code: -32022,
        message: "Unsupported protocol version",
        data: { supported: ["2026-07-28"], requested },
      })
    }
    await server.kill()
  })

  it("must carry its whole envelope", async () => {
    const server = EchoProcess.start()
    const { error: refusal } = await server.request("tools/list", {
      _meta: { [version]: "2026-07-28" },
    })
    assert.deepStrictEqual(refusal, { code: -32602, message: "Invalid _meta envelope" })
    await server.kill()
  })

  it("lists the tools with how long and by whom that may be cached", async () => {
    const server = EchoProcess.start()
    const _meta = { [version]: "2026-07-28", [capabilities]: {} }
    const { result } = await server.request("tools/list", { _meta })
    assert.deepInclude(result, { ttlMs: 3_600_000, cacheScope: "private" })
    await server.kill()
  })
})
