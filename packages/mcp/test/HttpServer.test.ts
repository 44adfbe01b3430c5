// Verifies: MC-48, MC-50
import { once } from "node:events"
import { request as httpRequest, type IncomingMessage } from "node:http"
import { connect } from "node:net"
import { describe, it } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { assert } from "vitest"
import * as HttpServer from "../src/HttpServer.ts"
import { callOf, makeHandler } from "./fixtures/httpEcho.ts"

const started = Effect.gen(function* () {
  const { handler, served } = yield* makeHandler()
  let port = 0
  const onListening = (at: number): void => {
    port = at
  }
  const server = yield* HttpServer.listening({ handler, isGuarded: false, onListening })
  return { handler, served, server, port }
})

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
}

const post = (port: number, body: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers: HEADERS, body })

describe("a listening server", () => {
  for (const mode of ["legacy", "auto"] as const)
    it.live(`serves the protocol's own client (${mode})`, () =>
      Effect.gen(function* () {
        const { port } = yield* started
        const client = new Client(
          { name: "test", version: "1.0.0" },
          { versionNegotiation: { mode } },
        )
        yield* Effect.promise(async () => {
          await client.connect(
            new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)),
          )
          const { tools } = await client.listTools()
          assert.strictEqual(tools[0]?.name, "echo")
          const text = "ą".repeat(200_000)
          const { structuredContent } = await client.callTool({
            name: "echo",
            arguments: { text: text.slice(0, 60_000) },
          })
          assert.deepStrictEqual(structuredContent, { text: text.slice(0, 60_000), bytes: 120_000 })
          await client.close()
        })
      }),
    )

  it.live("refuses a body that is too long while it is still being sent", () =>
    Effect.gen(function* () {
      const { port, served } = yield* started
      const [status, text] = yield* Effect.promise(async () => {
        const sending = httpRequest({ port, path: "/mcp", method: "POST", headers: HEADERS })
        sending.on("error", () => {})
        sending.write("x".repeat(1_200_000))
        const [response] = (await once(sending, "response")) as [IncomingMessage]
        const answer = await response.setEncoding("utf8").reduce((all, part) => all + part, "")
        sending.destroy()
        return [response.statusCode, answer] as const
      })
      assert.strictEqual(status, 413)
      assert.include(text, "Request too large")
      assert.deepStrictEqual(served, [])
    }),
  )

  it.live("lets go of a client that goes away in the middle of its request or of its answer", () =>
    Effect.gen(function* () {
      const { handler, port } = yield* started
      yield* Effect.promise(async () => {
        const half = connect(port, "127.0.0.1")
        const head = Object.entries({ host: "127.0.0.1", "content-length": "100", ...HEADERS })
        half.write(
          `POST /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n{`,
        )
        while (handler.pending() === 0) await new Promise(setImmediate)
        half.destroy()
        const gone = new AbortController()
        const waiting = fetch(`http://127.0.0.1:${port}/mcp`, {
          method: "POST",
          headers: HEADERS,
          body: callOf("slow", { millis: 60_000 }),
          signal: gone.signal,
        }).then((response) => response.text())
        while (handler.pending() === 0) await new Promise(setImmediate)
        gone.abort()
        await waiting.catch(() => "")
        while (handler.pending() > 0) await new Promise(setImmediate)
      })
      const next = yield* Effect.promise(() => post(port, callOf("echo", { text: "a" })))
      assert.strictEqual(next.status, 200)
    }),
  )

  it.live("does not outrun a client that reads slowly", () =>
    Effect.gen(function* () {
      const { port } = yield* started
      const bytes = yield* Effect.promise(async () => {
        const sending = httpRequest({ port, path: "/mcp", method: "POST", headers: HEADERS })
        sending.end(callOf("grow", { bytes: 250_000 }))
        const [response] = (await once(sending, "response")) as [IncomingMessage]
        let read = 0
        for await (const chunk of response) {
          read += (chunk as Buffer).length
          await new Promise(setImmediate)
        }
        return read
      })
      assert.isAbove(bytes, 500_000)
    }),
  )

  it.live("listens on no other address than loopback's without tokens", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler()
      for (const host of ["0.0.0.0", "::", "192.0.2.1", "127.0.0.1.example"]) {
        const exit = yield* Effect.exit(HttpServer.listening({ handler, host, isGuarded: false }))
        assert.include(String(Exit.isFailure(exit) ? exit.cause : ""), "HttpUnguarded")
      }
    }),
  )

  it.live("says that its port is taken", () =>
    Effect.gen(function* () {
      const { handler, port } = yield* started
      const taken = yield* Effect.flip(HttpServer.listening({ handler, port, isGuarded: false }))
      assert.deepInclude(taken, { _tag: "HttpListenFailed", reason: "EADDRINUSE" })
    }),
  )

  it.live("answers what is under way at a signal, takes nothing new, and ends", () =>
    Effect.gen(function* () {
      const { handler } = yield* makeHandler()
      const listening = Promise.withResolvers<number>()
      const fiber = yield* Effect.forkChild(
        HttpServer.run({ handler, isGuarded: false, onListening: listening.resolve }),
      )
      const port = yield* Effect.promise(() => listening.promise)
      const slow = post(port, callOf("slow", { millis: 300 })).then((response) => response.text())
      yield* Effect.promise(async () => {
        while (handler.pending() === 0) await new Promise(setImmediate)
      })
      process.emit("SIGTERM")
      assert.include(yield* Effect.promise(() => slow), '"waited":300')
      yield* Fiber.join(fiber)
      const refused = yield* Effect.promise(() =>
        post(port, callOf("count", {})).then(
          () => "answered",
          () => "refused",
        ),
      )
      assert.strictEqual(refused, "refused")
    }),
  )
})
