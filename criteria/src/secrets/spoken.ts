/**
 * A conversation by the protocol, in which a client asks that every shape be remembered.
 *
 * @module
 */
import { PassThrough } from "node:stream"
import { assert } from "@effect/vitest"
import { memoryTools, StdioServer, ToolHost } from "@reminisce/mcp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { layerOver } from "reminisce"
import { owner } from "./doors.ts"
import { twoOfEach } from "./shapes.ts"
import { makeWatch } from "./watch.ts"

/** One line for each shape. */
export const requests: ReadonlyArray<string> = twoOfEach.map(({ text }, id) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "memory_remember", arguments: { content: text } },
  }),
)

/** Serves the tools to a client that asks all of it, and gives what it was answered and what was told beside. */
export const spoken = Effect.fnUntraced(function* (world: ReturnType<typeof layerOver>) {
  const watch = makeWatch()
  const input = new PassThrough()
  const output = new PassThrough()
  let answers = ""
  output.setEncoding("utf8").on("data", (chunk: string) => {
    answers += chunk
  })
  input.end(`${requests.join("\n")}\n`)
  yield* Effect.gen(function* () {
    const host = yield* ToolHost.make(memoryTools(owner))
    const info = { name: "reminisce", version: "0", instructions: "" }
    assert.strictEqual(yield* StdioServer.run({ host, info, input, output }), 0)
  }).pipe(Effect.provide(Layer.merge(world, watch.layer)))
  const lines = answers.split("\n").filter((line) => line !== "")
  return { lines, told: yield* watch.take() }
})
