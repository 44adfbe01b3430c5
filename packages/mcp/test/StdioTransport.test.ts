// Verifies: MC-16, MC-17, MC-18, MC-19
import { PassThrough } from "node:stream"
import type { JSONRPCMessage } from "@modelcontextprotocol/server"
import { assert, describe, it } from "vitest"
import * as StdioTransport from "../src/StdioTransport.ts"
import { echo, error, line } from "./fixtures/speak.ts"

const harness = async (limits: Partial<StdioTransport.StdioLimits> = {}) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = StdioTransport.make(input, output, {
    ...StdioTransport.defaultLimits,
    ...limits,
  })
  const received: Array<JSONRPCMessage> = []
  transport.onmessage = (message) => received.push(message)
  await transport.start()
  const written = (): ReadonlyArray<unknown> =>
    String(output.read() ?? "")
      .split("\n")
      .slice(0, -1)
      .map((text) => JSON.parse(text))
  return { input, output, received, transport, written }
}

const answer = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: {} })

/** Lets everything that is ready happen. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe("StdioTransport", () => {
  it("hands on messages in order, and writes answers a line each", async () => {
    const { input, received, transport, written } = await harness()
    input.write(echo(1, "a") + line({ method: "notifications/initialized" }) + echo(2, "b"))
    await turn()
    assert.deepStrictEqual(
      received.map((message) => ("id" in message ? message.id : "none")),
      [1, "none", 2],
    )
    await transport.send(answer(2))
    await transport.send(answer(1))
    await turn()
    assert.deepStrictEqual(written(), [answer(2), answer(1)])
  })

  it("writes no second answer, and none to what was cancelled or never asked", async () => {
    const { input, transport, written } = await harness()
    input.write(
      echo(1, "a") +
        echo(2, "b") +
        line({ method: "notifications/cancelled", params: { requestId: 2 } }),
    )
    await turn()
    for (const id of [1, 1, 2, 3]) await transport.send(answer(id))
    await turn()
    assert.deepStrictEqual(written(), [answer(1)])
  })

  it("stops reading between two bounds, in the middle of a chunk", async () => {
    for (const padding of ["", " ".repeat(65_536)]) {
      const { input, received, transport } = await harness({ waitingLines: 4, resumeLines: 2 })
      const lines = Array.from({ length: 9 }, (_, id) => padding + echo(id, "x"))
      input.end(Buffer.from(lines.join("")))
      await turn()
      assert.lengthOf(received, 5)
      assert.isTrue(input.isPaused())
      for (const id of [0, 1]) await transport.send(answer(id))
      await turn()
      assert.lengthOf(received, 5)
      await transport.send(answer(2))
      while (received.length < 8) await turn()
      for (const id of [3, 4, 5, 6, 7]) await transport.send(answer(id))
      assert.strictEqual(await transport.inputOver, "ended")
      assert.lengthOf(received, 9)
    }
  })

  it("counts an answered line until its answer is taken", async () => {
    const { input, output, received, transport } = await harness({
      waitingLines: 2,
      resumeLines: 1,
    })
    input.write(echo(0, "x") + echo(1, "x") + echo(2, "x"))
    await turn()
    const large = { jsonrpc: "2.0" as const, result: { text: "x".repeat(100_000) } }
    for (const id of [0, 1, 2]) void transport.send({ ...large, id })
    input.write(echo(3, "x"))
    await turn()
    assert.lengthOf(received, 3)
    output.resume()
    while (received.length < 4) await turn()
  })

  it("makes a sender wait while the other side is behind", async () => {
    const { output, transport } = await harness()
    const large = { jsonrpc: "2.0" as const, method: "x", params: { text: "x".repeat(100_000) } }
    let isSent = false
    const sent = transport.send(large).then(() => {
      isSent = true
    })
    await turn()
    assert.isFalse(isSent)
    output.resume()
    await sent
  })

  it("answers for a server that throws, and for an answer that cannot be written", async () => {
    const { input, transport, written } = await harness()
    transport.onmessage = () => {
      throw new Error("canary")
    }
    input.write(echo(1, "a"))
    await turn()
    transport.onmessage = () => undefined
    input.write(echo(2, "b"))
    await turn()
    await transport.send({ jsonrpc: "2.0", id: 2, result: { canary: 1n } })
    await turn()
    const internal = "Internal error"
    assert.deepStrictEqual(written(), [error(-32603, internal, 1), error(-32603, internal, 2)])
  })

  it("takes text instead of bytes for input that cannot be read", async () => {
    const { input, transport, written } = await harness()
    input.setEncoding("utf8").write(echo(1, "a"))
    assert.strictEqual(await transport.inputOver, "unreadable")
    await transport.drained
    assert.deepStrictEqual(written(), [error(-32603, "Input read failed")])
  })

  it("says how the input ended, and when all is answered", async () => {
    const { input, transport } = await harness()
    input.end(echo(1, "a"))
    assert.strictEqual(await transport.inputOver, "ended")
    let isDrained = false
    void transport.drained.then(() => {
      isDrained = true
    })
    await turn()
    assert.isFalse(isDrained)
    await transport.send(answer(1))
    await transport.drained
  })

  it("ends with an input that is destroyed, with or without an error", async () => {
    for (const [reason, end] of [
      [undefined, "ended"],
      [new Error("canary"), "unreadable"],
    ] as const) {
      const { input, transport } = await harness()
      input.destroy(reason)
      assert.strictEqual(await transport.inputOver, end)
      await transport.drained
    }
  })

  it("ends with an output that is gone or broken", async () => {
    for (const [code, end] of [
      ["EPIPE", "outputGone"],
      ["ENOSPC", "outputFailed"],
    ] as const) {
      const { output, transport } = await harness()
      output.destroy(Object.assign(new Error("canary"), { code }))
      assert.strictEqual(await transport.inputOver, end)
      await transport.drained
    }
  })

  it("leaves both streams open, and no listener behind, when it is closed", async () => {
    const { input, output, transport } = await harness()
    let closings = 0
    transport.onclose = () => {
      closings += 1
    }
    await transport.close()
    await transport.close()
    assert.strictEqual(closings, 1)
    assert.strictEqual(await transport.inputOver, "stopped")
    for (const event of ["data", "end", "error"]) assert.strictEqual(input.listenerCount(event), 0)
    for (const event of ["drain", "error"]) assert.strictEqual(output.listenerCount(event), 0)
    assert.isTrue(input.isPaused())
    assert.isFalse(input.destroyed || output.destroyed || output.writableEnded)
    await transport.send(answer(1))
    await turn()
    assert.isNull(output.read())
  })
})
