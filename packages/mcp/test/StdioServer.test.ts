// Verifies: MC-26
import { PassThrough } from "node:stream"
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, vi } from "vitest"
import { divertOutput } from "../src/internal/divertOutput.ts"
import * as StdioServer from "../src/StdioServer.ts"
import * as ToolHost from "../src/ToolHost.ts"
import * as EchoProcess from "./fixtures/EchoProcess.ts"
import { echoTools } from "./fixtures/echoTools.ts"
import { call, echo } from "./fixtures/speak.ts"

// A process takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const
const listeners = () => signals.map((signal) => process.listenerCount(signal))
const turn = Effect.promise<void>(() => new Promise((resolve) => setImmediate(resolve)))

const running = Effect.gen(function* () {
  const host = yield* ToolHost.make(echoTools)
  const [input, output] = [new PassThrough(), new PassThrough()]
  const info = { name: "echo", version: "1.0.0" }
  const options = { host, info, input, output, drainMillis: 600_000 }
  const fiber = yield* Effect.forkChild(StdioServer.run(options))
  yield* turn
  return { fiber, input, output }
})

describe("a server inside a host's own process", () => {
  it.live("answers over the streams it is given, and leaves the process as it was", () =>
    Effect.gen(function* () {
      const before = listeners()
      const { fiber, input, output } = yield* running
      assert.notDeepEqual(listeners(), before)
      input.end(echo(1, "hello"))
      assert.strictEqual(yield* Fiber.join(fiber), 0)
      assert.deepStrictEqual(listeners(), before)
      const { id, result } = JSON.parse(String(output.read()))
      assert.deepStrictEqual([id, result.structuredContent], [1, { text: "hello", bytes: 5 }])
      assert.isFalse(output.writableEnded)
    }),
  )

  it.live("waits for calls under way until a signal comes", () =>
    Effect.gen(function* () {
      const before = process.listeners("SIGTERM")
      const { fiber, input, output } = yield* running
      input.end(call(1, "slow", { millis: 60_000 }))
      yield* turn
      yield* turn
      for (const listener of process.listeners("SIGTERM")) {
        if (!before.includes(listener)) listener("SIGTERM")
      }
      assert.strictEqual(yield* Fiber.join(fiber), 0)
      assert.isNull(output.read())
    }),
  )

  it.live("stops at once when it is interrupted, and leaves the process as it was", () =>
    Effect.gen(function* () {
      const before = listeners()
      const { fiber, input } = yield* running
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(listeners(), before)
      assert.strictEqual(input.listenerCount("data"), 0)
    }),
  )
})

describe("divertOutput", () => {
  it("sends elsewhere what others write, until it is undone", () => {
    const [output, instead] = [new PassThrough(), new PassThrough()]
    const undo = divertOutput(output, instead)
    output.write("diverted")
    undo()
    output.write("direct")
    assert.deepStrictEqual([String(instead.read()), String(output.read())], ["diverted", "direct"])
    assert.isFalse(Object.hasOwn(output, "write"))
  })

  it("gives back a write that was put there by somebody else", () => {
    const [output, instead] = [new PassThrough(), new PassThrough()]
    const theirs = output.write.bind(output)
    output.write = theirs
    divertOutput(output, instead)()
    assert.strictEqual(output.write, theirs)
  })
})

describe("a subscription of the newer era", () => {
  const listen = (server: EchoProcess.EchoProcess, id: number) =>
    server.write(
      `${JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "subscriptions/listen",
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      })}\n`,
    )

  it.live("is acknowledged, up to eight at a time, and keeps no server from ending", () =>
    Effect.promise(async () => {
      const server = EchoProcess.start("--drain-millis=60000")
      for (let id = 0; id < 9; id++) await listen(server, id)
      const refused = await server.message((message) => message.error !== undefined)
      assert.strictEqual(refused.id, 8)
      assert.deepStrictEqual(refused.error, { code: -32603, message: "Subscription limit reached" })
      server.endInput()
      assert.strictEqual(await server.exit, 0)
      assert.lengthOf(server.lines, 9)
    }),
  )
})
