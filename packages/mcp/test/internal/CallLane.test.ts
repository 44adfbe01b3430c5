// Verifies: MC-11, MC-28, MC-52
import { PassThrough } from "node:stream"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { assert, describe, it, vi } from "vitest"
import * as CallLane from "../../src/internal/CallLane.ts"
import * as ProtocolServer from "../../src/ProtocolServer.ts"
import * as StdioTransport from "../../src/StdioTransport.ts"
import * as ToolHost from "../../src/ToolHost.ts"
import { echoTools } from "../fixtures/echoTools.ts"

vi.setConfig({ testTimeout: 60_000 })

const host = Effect.runSync(ToolHost.make(echoTools, { onCrash: () => Effect.void }))
const info = { name: "echo", version: "1.0.0", title: "Echo", instructions: "Echo." }

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
}
const opening = {
  legacy: {
    id: "open",
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    },
  },
  modern: { id: "open", method: "server/discover", params: { _meta: envelope } },
}
type Era = keyof typeof opening
const metaOf = (era: Era): object | undefined => (era === "modern" ? envelope : undefined)

/** A connection that has made one call, with the lane or without. */
const connect = async (era: Era, hasLane: boolean) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = StdioTransport.make(input, output)
  let taken = 0
  const lane = CallLane.make({
    host,
    modernFrame: ProtocolServer.modernFrame(info),
    answer: transport.answer,
    notify: (message) => void transport.send(message),
  })
  if (hasLane)
    transport.takes = (message) => {
      const isTaken = lane.take(message)
      if (isTaken) taken += 1
      return isTaken
    }
  const handle = serveStdio(ProtocolServer.factory(host, info, true, lane.accepted), { transport })
  const lines: Array<string> = []
  let look = (): void => {}
  let partial = ""
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (partial + chunk).split("\n")
    partial = parts.pop() ?? ""
    lines.push(...parts)
    look()
  })
  const write = (fields: object): void =>
    void input.write(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...fields })}\n`))
  /** What came until the answer to this id did, or the fault of a line that has none. */
  const until = (isLast: (line: string) => boolean): Promise<ReadonlyArray<string>> =>
    new Promise((resolve) => {
      look = () => {
        if (!lines.some(isLast)) return
        look = () => {}
        resolve(lines.splice(0))
      }
      look()
    })
  const ask = (fields: object): Promise<ReadonlyArray<string>> => {
    write(fields)
    write({ id: "after", method: "tools/list", params: { _meta: metaOf(era) } })
    // The list comes at once, an answer may take a few turns more: both are waited for, if there are two.
    const isOurs = (line: string): boolean => !line.endsWith('"id":"after"}')
    const isAnswered = (line: string): boolean => isOurs(line) && !line.includes("notifications/")
    return until(isAnswered).then(async (first) => {
      const isListed = (line: string): boolean => line.endsWith('"id":"after"}')
      const rest = first.some(isListed) ? [] : await until(isListed)
      return [...first, ...rest].filter(isOurs)
    })
  }
  write(opening[era])
  await until((line) => line.includes('"id":"open"'))
  await ask({
    id: "first",
    method: "tools/call",
    params: { name: "count", arguments: {}, _meta: metaOf(era) },
  })
  return {
    ask,
    write,
    until,
    taken: () => taken,
    close: async () => {
      lane.close()
      await handle.close()
    },
  }
}

/** Anything at all in place of what belongs there, now and then. */
const or = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue() })

const names = ["echo", "steps", "swallow", "refuse", "boom", "grow", "nobody", "__proto__", ""]
const args = fc.oneof(
  fc.record({ text: fc.string({ unit: "grapheme" }) }),
  fc.record({ text: fc.string({ unit: "binary" }), tags: fc.array(fc.string(), { maxLength: 4 }) }),
  fc.record({ code: fc.constantFrom("not_today", "undeclared") }),
  fc.record({ text: fc.string(), kind: fc.constantFrom("throw", "die", "reject") }),
  fc.record({ bytes: fc.constantFrom(0, 5, 300_000, 1.5) }),
  fc.record({ total: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ owner: fc.string() }),
  fc.constant(JSON.parse('{"__proto__":1}')),
)
const metaFor = (era: Era): fc.Arbitrary<unknown> => {
  const more = fc.record(
    {
      progressToken: or(fc.oneof(fc.string(), fc.integer())),
      traceparent: or(fc.constant("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")),
      baggage: or(fc.string()),
      "example.test/note": fc.constantFrom("a", "b"),
      "io.modelcontextprotocol/protocolVersion": fc.constantFrom("2026-07-28", "2024-11-05", 7),
    },
    { requiredKeys: [] },
  )
  const usual = era === "modern" ? { ...envelope } : undefined
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(usual) },
    { weight: 3, arbitrary: more.map((extra) => ({ ...usual, ...extra })) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
}
const requestFor = (era: Era): fc.Arbitrary<object> =>
  fc
    .record({
      id: fc.oneof(
        fc.integer({ min: -5, max: 1_000_000 }),
        fc.string({ minLength: 1, maxLength: 8 }),
      ),
      name: or(fc.constantFrom(...names)),
      given: or(args),
      meta: metaFor(era),
      extra: fc.oneof(
        { weight: 8, arbitrary: fc.constant({}) },
        fc.constant({ task: {} }),
        fc.constant({ inputResponses: {} }),
      ),
    })
    .map(({ extra, given, id, meta, name }) => ({
      id: id === "after" ? "before" : id,
      method: "tools/call",
      params: { name, arguments: given, _meta: meta, ...extra },
    }))

for (const era of ["legacy", "modern"] as const) {
  describe(`the short way of a call, ${era} era`, () => {
    it("answers every request with the very bytes of the library's way", async () => {
      const [short, long] = [await connect(era, true), await connect(era, false)]
      await fc.assert(
        fc.asyncProperty(requestFor(era), async (request) => {
          assert.deepStrictEqual(await short.ask(request), await long.ask(request))
        }),
        { numRuns: 150 },
      )
      assert.isAbove(short.taken(), 0)
      assert.strictEqual(long.taken(), 0)
      await Promise.all([short.close(), long.close()])
    })

    it("tells how far a call is when it is asked, before the answer, and each step once", async () => {
      for (const hasLane of [true, false]) {
        const { ask, close } = await connect(era, hasLane)
        const lines = await ask({
          id: 1,
          method: "tools/call",
          params: {
            name: "steps",
            arguments: { total: 2 },
            _meta: { ...metaOf(era), progressToken: "t" },
          },
        })
        const [first, second, answer] = lines.map((line) => JSON.parse(line))
        for (const [at, told] of [first, second].entries())
          assert.deepInclude(told.params, { progressToken: "t", progress: at + 1, total: 2 })
        assert.deepStrictEqual(answer.result.structuredContent, { steps: 2 })
        await close()
      }
    })

    it("is open only to the envelope that the library has accepted", async () => {
      const { ask, close, taken } = await connect(era, true)
      const call = (id: number, note: string | undefined) =>
        ask({
          id,
          method: "tools/call",
          params: {
            name: "echo",
            arguments: { text: "a" },
            _meta: note === undefined ? metaOf(era) : { ...metaOf(era), note },
          },
        })
      await call(1, undefined)
      assert.strictEqual(taken(), 1)
      await call(2, "new")
      assert.strictEqual(taken(), 1)
      await call(3, "new")
      assert.strictEqual(taken(), 2)
      await close()
    })

    it("hears a cancellation that came in the same breath, and starts nothing", async () => {
      const { ask, close, taken, until, write } = await connect(era, true)
      const counted = { name: "count", arguments: {}, _meta: metaOf(era) }
      const runs = async (id: string): Promise<number> => {
        const [line = ""] = await ask({ id, method: "tools/call", params: counted })
        return JSON.parse(line).result.structuredContent.runs
      }
      const before = await runs("before")
      write({ id: "cancelled", method: "tools/call", params: counted })
      write({ method: "notifications/cancelled", params: { requestId: "cancelled" } })
      write({ id: "next", method: "tools/call", params: counted })
      const came = await until((line) => line.includes('"id":"next"'))
      assert.lengthOf(came, 1)
      assert.strictEqual(JSON.parse(came[0] ?? "").result.structuredContent.runs, before + 1)
      assert.isAtLeast(taken(), 4)
      await close()
    })

    it("interrupts what runs when it is cancelled, and when the connection is closed", async () => {
      const { ask, close, write } = await connect(era, true)
      const call = (id: string, name: string, given: object) => ({
        id,
        method: "tools/call",
        params: { name, arguments: given, _meta: metaOf(era) },
      })
      const interrupted = async (id: string): Promise<number> => {
        const [line = ""] = await ask(call(id, "interruptions", {}))
        return JSON.parse(line).result.structuredContent.interrupted
      }
      const before = await interrupted("a")
      write(call("slow", "slow", { millis: 60_000 }))
      write(call("slower", "slow", { millis: 60_000 }))
      await ask(call("b", "count", {}))
      write({ method: "notifications/cancelled", params: { requestId: "slow" } })
      assert.strictEqual(await interrupted("c"), before + 1)
      await close()
      const other = await connect(era, true)
      const [line = ""] = await other.ask(call("d", "interruptions", {}))
      assert.strictEqual(JSON.parse(line).result.structuredContent.interrupted, before + 2)
      await other.close()
    })
  })
}
