// Verifies: MC-04, MC-10, MC-25, MC-27
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import * as EchoProcess from "./fixtures/EchoProcess.ts"
import { maxTextBytes } from "./fixtures/echoTools.ts"
import { answersTo, echo, error } from "./fixtures/speak.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe("tools", () => {
  let server: EchoProcess.EchoProcess
  beforeAll(() => {
    server = EchoProcess.start()
  })
  afterAll(() => server.kill())
  const refusal = async (name: string, args: object) => {
    const { result } = await server.callTool(name, args)
    assert.isTrue(result?.isError)
    const text = JSON.stringify(result?.structuredContent)
    assert.deepStrictEqual(result?.content, [{ type: "text", text }])
    return Object(result?.structuredContent).error
  }

  it("arguments are measured in bytes before the tool runs", async () => {
    const fitting = await server.callTool("swallow", { text: "x".repeat(maxTextBytes) })
    assert.deepStrictEqual(fitting.result?.structuredContent, { bytes: maxTextBytes })
    assert.deepStrictEqual(await refusal("swallow", { text: "x".repeat(maxTextBytes + 1) }), {
      code: "too_large",
      field: "text",
      rule: "maxLength",
    })
    assert.deepStrictEqual(await refusal("echo", { text: "", tags: ["ąęść", "ąęśćż"] }), {
      code: "too_large",
      field: "tags",
      rule: "maxLength",
    })
    assert.deepStrictEqual(await refusal("echo", { text: "", tags: ["", "", "", ""] }), {
      code: "too_large",
      field: "tags",
      rule: "maxItems",
    })
  })

  it("an argument that is not declared is refused without its name", async () => {
    assert.deepStrictEqual(await refusal("echo", { text: "", canary: "canary" }), {
      code: "invalid",
      rule: "additionalProperties",
    })
  })

  it("naming an owner is refused, whatever else is wrong", async () => {
    for (const name of ["owner", "Owner"]) {
      assert.deepStrictEqual(await refusal("echo", { canary: 1, [name]: "agent:alice" }), {
        code: "owner_is_fixed",
        field: "owner",
      })
    }
  })

  it("half a surrogate pair is refused before the tool runs", async () => {
    const [answer] = await answersTo(server, echo(1, "?").replace("?", "\\ud800"))
    assert.deepStrictEqual(answer?.result?.structuredContent, {
      error: { code: "invalid", field: "text", rule: "wellFormed" },
    })
  })

  it("an answer over the cap is refused whole", async () => {
    const cap = 262_144
    const overhead = '{"text":""}'.length
    const { result } = await server.callTool("grow", { bytes: cap - overhead })
    assert.deepStrictEqual(result?.structuredContent, { text: "x".repeat(cap - overhead) })
    assert.deepStrictEqual(await refusal("grow", { bytes: cap - overhead + 1 }), {
      code: "answer_too_large",
      rule: "maxAnswerBytes",
    })
  })

  it("a crash is an internal error that names nothing, and service goes on", async () => {
    for (const kind of ["throw", "die", "reject"]) {
      const answer = await server.callTool("boom", { text: "canary", kind })
      assert.deepStrictEqual(answer, error(-32603, "Internal error", String(answer.id)))
    }
    const undeclared = await server.callTool("refuse", { code: "canary" })
    assert.deepStrictEqual(undeclared.error, { code: -32603, message: "Internal error" })
    assert.deepStrictEqual(await refusal("refuse", { code: "not_today" }), {
      code: "not_today",
      rule: "because",
    })
    assert.notInclude(server.errorOutput(), "canary")
  })

  it("what a tool prints goes to standard error", async () => {
    const { result } = await server.callTool("chatter", {})
    assert.deepStrictEqual(result?.structuredContent, { done: true })
    for (const { jsonrpc } of server.messages()) assert.strictEqual(jsonrpc, "2.0")
    server.endInput()
    assert.strictEqual(await server.exit, 0)
    assert.include(server.errorOutput(), "a line from console.log")
    assert.include(server.errorOutput(), "a line from process.stdout.write")
  })
})
