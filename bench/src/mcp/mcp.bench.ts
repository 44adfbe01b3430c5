/**
 * What the built server costs beside the library: its start, a round trip, many calls at once, and the memory
 * it keeps after many calls and against a client that does not read. Needs apps/mcp-server built.
 * `--memories N` (default 10,000), `--calls N` for the resident memory (default 100,000), `--json FILE`,
 * `--only start,trip,load,resident,stalled`.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { open, unwrap } from "reminisce"
import { memoryAt, questionAt } from "./questions.ts"
import { mustAnswer, type RawServer, request, startChild, startServer } from "./RawServer.ts"

const { values: args } = parseArgs({
  options: {
    memories: { type: "string", default: "10000" },
    calls: { type: "string", default: "100000" },
    json: { type: "string" },
    only: { type: "string", default: "start,trip,load,resident,stalled" },
  },
})
const OWNER = "agent:alice"
const MiB = 1_048_576
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-mcp-bench-"))
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))

interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** What is promised, at most. */
  readonly most?: number
}
const figures: Array<Figure> = []
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const report = (what: string, value: number, unit: string, most?: number): void => {
  figures.push(most === undefined ? { what, value, unit } : { what, value, unit, most })
  const promise = most === undefined ? "" : `  promised <= ${most}${value > most ? "  BROKEN" : ""}`
  say(`${what.padEnd(58)} ${value.toFixed(2).padStart(9)} ${unit}${promise}`)
}
const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
const pause = (millis: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, millis))

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
}

const opened = async (filename: string): Promise<RawServer> => {
  const server = startServer(OWNER, filename)
  await server.ask("initialize", initialize)
  return server
}

const call = async (server: RawServer, name: string, given: object): Promise<void> =>
  mustAnswer(await server.ask("tools/call", { name, arguments: given }))

const benchStart = async (filename: string): Promise<void> => {
  const times: Array<number> = []
  for (let i = 0; i < 12; i += 1) {
    const start = performance.now()
    const server = await opened(filename)
    times.push(performance.now() - start)
    // Long enough for Node to keep what it compiled.
    if (i < 2) await pause(800)
    await server.stop()
  }
  report("start to the first answer, median of 10", quantile(times.slice(2), 0.5), "ms", 300)
}

/**
 * One call at a time, by turns to the server and to a process that makes the library's own call and times
 * it itself: whatever else the machine does meets both alike, and neither waits in a warmer process. The
 * server's time is from the bytes written to the bytes read.
 */
const benchRoundTrip = async (server: RawServer, filename: string): Promise<void> => {
  const program = fileURLToPath(new URL("direct.bench.ts", import.meta.url))
  const direct = startChild(["--conditions=@reminisce/source", program, OWNER, filename])
  const answers = createInterface({ input: direct.stdout })[Symbol.asyncIterator]()
  const near: Array<number> = []
  const far: Array<number> = []
  const bare: Array<number> = []
  const timed = async (line: Buffer): Promise<[number, Buffer]> => {
    const start = performance.now()
    const answer = await server.exchange(line)
    return [performance.now() - start, answer]
  }
  for (let i = 0; i < 1_500; i += 1) {
    direct.stdin.write(`${i}\n`)
    const took = Number((await answers.next()).value)
    const params = { name: "memory_recall", arguments: { query: questionAt(i) } }
    const [asked, answer] = await timed(request(i, "tools/call", params))
    mustAnswer(answer.toString())
    const [pinged] = await timed(request(i, "ping", {}))
    if (i < 500) continue
    near.push(took)
    far.push(asked)
    bare.push(pinged)
  }
  direct.stdin.end()
  report("a ping, p50", quantile(bare, 0.5), "ms")
  report("recall by the library, p50", quantile(near, 0.5), "ms")
  report("recall by the tool, p50", quantile(far, 0.5), "ms")
  report("what the server adds, p50", quantile(far, 0.5) - quantile(near, 0.5), "ms", 0.5)
  report("recall by the library, p99", quantile(near, 0.99), "ms")
  report("recall by the tool, p99", quantile(far, 0.99), "ms")
}

const benchLoad = async (server: RawServer): Promise<void> => {
  const times: Array<number> = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < 2_000) {
      const query = questionAt(next)
      next += 1
      const start = performance.now()
      await call(server, "memory_recall", { query })
      times.push(performance.now() - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: 8 }, lane))
  const took = performance.now() - start
  report("2,000 recalls, eight at once, none refused", 2_000 / (took / 1_000), "calls/s")
  report("of those, p50", quantile(times, 0.5), "ms")
  report("of those, p99", quantile(times, 0.99), "ms")
}

/** Eight at once; one of eight a recall that keeps a focus, the others explanations. */
const benchResident = async (server: RawServer, calls: number): Promise<void> => {
  report("resident before", server.resident(), "MiB")
  const known = Math.min(1_000, Number(args.memories))
  let told = 0
  let middle = 0
  for (let i = 0; i < calls; i += 8) {
    const some = Array.from({ length: 8 }, (_, j) =>
      j === 0
        ? call(server, "memory_recall", { query: questionAt(i), focus: "new" })
        : call(server, "memory_why", { key: `m_${(i + j) % known}` }),
    )
    await Promise.all(some)
    const tenth = Math.floor(((i + 8) * 10) / calls)
    if (tenth === told || ![1, 2, 5, 10].includes(tenth)) continue
    told = tenth
    if (tenth === 5) middle = server.resident()
    report(`resident after ${i + 8} calls`, server.resident(), "MiB")
  }
  report("of that, grown in the second half", server.resident() - middle, "MiB", 32)
}

/** 96 lines of about 1 MiB to a server whose answers nobody reads. */
const benchStalled = async (filename: string): Promise<void> => {
  const server = await opened(filename)
  const { stdin, stdout } = server.process
  const params = { x: "x".repeat(MiB - 100) }
  // Warm: the same lines, answered.
  for (let i = 0; i < 48; i += 1) await server.ask("ping", params)
  await pause(500)
  stdout.pause()
  // Fill what lies between, so that an answer has no room to go.
  for (let i = 0; i < 200; i += 1) stdin.write(request(20_000 + i, "tools/list", {}))
  await pause(1_500)
  const before = server.resident()
  // One at a time, as the pipe takes them.
  let taken = 0
  const writeNext = (): void => {
    if (taken === 96) return
    stdin.write(request(10_000 + taken, "ping", params), (error) => {
      if (error) return
      taken += 1
      writeNext()
    })
  }
  writeNext()
  await pause(5_000)
  report("a stalled client: lines of 1 MiB taken of 96", taken, "lines", 15)
  report("a stalled client: the server grew by", server.resident() - before, "MiB", 16)
  server.process.kill("SIGKILL")
}

say(`# mcp ${process.version}, ${os.cpus()[0]?.model ?? "?"}, ${os.cpus().length} cores`)
say(`load ${os.loadavg()[0]?.toFixed(1)}, ${args.memories} memories`)
const filename = path.join(folder, "memory.db")
const memory = unwrap(await open({ filename }))
const count = Number(args.memories)
for (let from = 0; from < count; from += 500) {
  const some = Array.from({ length: Math.min(500, count - from) }, (_, i) => memoryAt(from + i))
  unwrap(await memory.rememberMany(OWNER, some))
}
await memory.close()
const only = new Set(args.only.split(","))
if (only.has("start")) await benchStart(filename)
const server = await opened(filename)
if (only.has("trip")) await benchRoundTrip(server, filename)
if (only.has("load")) await benchLoad(server)
if (only.has("resident")) await benchResident(server, Number(args.calls))
await server.stop()
if (only.has("stalled")) await benchStalled(filename)
if (args.json !== undefined) fs.writeFileSync(args.json, `${JSON.stringify(figures, null, 2)}\n`)
process.exit(0)
