/**
 * What the built server costs beside the library: its start, a round trip, many calls at once, and the memory
 * it keeps after many calls and against a client that does not read. Needs apps/mcp-server built.
 * `--memories N` (default 10,000), `--calls N` for the resident memory (default 100,000), `--json FILE`.
 *
 * @module
 */
import { type ChildProcessByStdio, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type Focus, open, type RememberRequest, unwrap } from "reminisce"

const { values: args } = parseArgs({
  options: {
    memories: { type: "string", default: "10000" },
    calls: { type: "string", default: "100000" },
    json: { type: "string" },
  },
})
const OWNER = "agent:alice"
const MiB = 1_048_576
const main = fileURLToPath(new URL("../../apps/mcp-server/dist/main.js", import.meta.url))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-mcp-bench-"))

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

const children = new Set<ChildProcessByStdio<Writable, Readable, null>>()
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL")
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Server {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  readonly ask: (method: string, params: object) => Promise<string>
  readonly call: (tool: string, args: object) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Lines in and lines out, with as little of a client as can be. */
const startServer = (filename: string): Server => {
  const child = spawn(process.execPath, [main, "--owner", OWNER, "--store", `sqlite:${filename}`], {
    stdio: ["pipe", "pipe", "ignore"],
  })
  children.add(child)
  // What is still to be written when a server is killed has nobody to go to.
  child.stdin.on("error", () => {})
  const waiting = new Map<number, (line: string) => void>()
  let next = 0
  createInterface({ input: child.stdout }).on("line", (line) => {
    // The server's own serialisation ends with the id.
    const id = Number(/"id":(\d+)\}$/.exec(line)?.[1])
    waiting.get(id)?.(line)
    waiting.delete(id)
  })
  const ask = (method: string, params: object): Promise<string> =>
    new Promise((resolve) => {
      next += 1
      waiting.set(next, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: next, method, params })}\n`)
    })
  const call = async (name: string, given: object): Promise<string> => {
    const line = await ask("tools/call", { name, arguments: given })
    if (line.includes('"isError":true') || !line.includes('"structuredContent"'))
      throw new Error(`${name} was refused: ${line.slice(0, 300)}`)
    return line
  }
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.on("exit", () => resolve())
      child.kill("SIGTERM")
    })
  return { process: child, ask, call, stop }
}

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
}

const residentOf = ({ process: { pid } }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

const WHO = ["Mira", "Tomas", "Ana", "Per", "Ines", "Jonas", "Lena", "Oskar"]
const WHERE = ["north gate", "harbour", "boat house", "mill", "old bridge", "market", "lighthouse"]
const WHAT = ["opens at dawn", "closes at dusk", "was painted", "needs a new lock", "is dry again"]
const memoryAt = (i: number): RememberRequest => ({
  key: `m_${i}`,
  content: `${WHO[i % 8]} said on round ${i} that the ${WHERE[i % 7]} ${WHAT[i % 5]}.`,
  aspects: ["episodic"],
  basis: "told",
})
const questionAt = (i: number): string =>
  `what did ${WHO[i % 8]} say about the ${WHERE[(i * 3) % 7]} on round ${(i * 37) % 9_000}`

const benchStart = async (filename: string): Promise<void> => {
  const times: Array<number> = []
  for (let i = 0; i < 12; i += 1) {
    const start = performance.now()
    const server = startServer(filename)
    await server.ask("initialize", initialize)
    times.push(performance.now() - start)
    // Long enough for Node to keep what it compiled.
    if (i < 2) await new Promise((resolve) => setTimeout(resolve, 800))
    await server.stop()
  }
  report("start to the first answer, median of 10", quantile(times.slice(2), 0.5), "ms", 300)
}

const benchRoundTrip = async (server: Server, filename: string): Promise<void> => {
  const memory = unwrap(await open({ filename }))
  const near: Array<number> = []
  const far: Array<number> = []
  // By turns, so that whatever else the machine does meets both alike; the same call, which for a session
  // of the older era carries the focus of the one before.
  let focus: Focus | undefined
  for (let i = 0; i < 600; i += 1) {
    const query = questionAt(i)
    const options = focus === undefined ? {} : { focus }
    const direct = await timed(async () => {
      focus = unwrap(await memory.recall(OWNER, query, options)).focus
    })
    const asked = await timed(() => server.call("memory_recall", { query }))
    if (i < 100) continue
    near.push(direct)
    far.push(asked)
  }
  await memory.close()
  report("recall by the library, p50", quantile(near, 0.5), "ms")
  report("recall by the tool, p50", quantile(far, 0.5), "ms")
  report("what the server adds, p50", quantile(far, 0.5) - quantile(near, 0.5), "ms", 0.5)
  report("recall by the library, p99", quantile(near, 0.99), "ms")
  report("recall by the tool, p99", quantile(far, 0.99), "ms")
}

const benchLoad = async (server: Server): Promise<void> => {
  const times: Array<number> = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < 2_000) {
      const query = questionAt(next)
      next += 1
      times.push(await timed(() => server.call("memory_recall", { query })))
    }
  }
  const took = await timed(() => Promise.all(Array.from({ length: 8 }, lane)))
  report("2,000 recalls, eight at once, none refused", 2_000 / (took / 1_000), "calls/s")
  report("of those, p50", quantile(times, 0.5), "ms")
  report("of those, p99", quantile(times, 0.99), "ms")
}

const benchResident = async (server: Server, calls: number): Promise<void> => {
  const before = residentOf(server)
  let middle = 0
  for (let i = 0; i < calls; i += 8) {
    const some = Array.from({ length: 8 }, (_, j) =>
      j === 0
        ? server.call("memory_recall", { query: questionAt(i), focus: "new" })
        : server.call("memory_why", {
            key: `m_${(i + j) % Math.min(1_000, Number(args.memories))}`,
          }),
    )
    await Promise.all(some)
    if (middle === 0 && i >= calls / 2) middle = residentOf(server)
  }
  report("resident before", before, "MiB")
  report(`resident after ${calls / 2} calls`, middle, "MiB")
  report(`resident after ${calls} calls`, residentOf(server), "MiB")
}

/** 96 lines of about 1 MiB to a server whose answers nobody reads. */
const benchStalled = async (filename: string): Promise<void> => {
  const server = startServer(filename)
  const { stdin, stdout } = server.process
  const line = (id: number): string =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params: { x: "x".repeat(MiB - 100) } })}\n`
  // Warm: the same lines, answered.
  for (let i = 0; i < 16; i += 1) await server.ask("ping", { x: "x".repeat(MiB - 100) })
  stdout.pause()
  // Fill what lies between, so that an answer has no room to go.
  const filler = JSON.stringify({ jsonrpc: "2.0", id: "f", method: "tools/list", params: {} })
  for (let i = 0; i < 200; i += 1) stdin.write(`${filler.replace('"f"', `"f${i}"`)}\n`)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const before = residentOf(server)
  for (let i = 0; i < 96; i += 1) stdin.write(line(10_000 + i))
  const total = stdin.writableLength
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  report("a stalled client: taken of 96 MiB", (total - stdin.writableLength) / MiB, "MiB", 16)
  report("a stalled client: the server grew by", residentOf(server) - before, "MiB", 16)
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
await benchStart(filename)
const server = startServer(filename)
await server.ask("initialize", initialize)
await benchRoundTrip(server, filename)
await benchLoad(server)
await benchResident(server, Number(args.calls))
await server.stop()
await benchStalled(filename)
if (args.json !== undefined) fs.writeFileSync(args.json, `${JSON.stringify(figures, null, 2)}\n`)
process.exit(0)
