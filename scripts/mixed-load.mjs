// Two servers over standard input and output and one over HTTP on one store and one owner: all keep, find,
// explain, replace and forget at once. Nothing may be lost, or refused but for a retry, and standard output may carry nothing
// but JSON-RPC. At the end a fresh server must know every memory as it was left.
//
//   node scripts/mixed-load.mjs [SECONDS]      after the build of apps/mcp-server; default 120
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const seconds = Number(process.argv[2] ?? 120)
const LANES = 4
const main = fileURLToPath(new URL("../apps/mcp-server/dist/main.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "reminisce-load-"))
const place = ["--owner", "agent:alice", "--store", `sqlite:${join(folder, "memory.db")}`]
const say = (line) => process.stdout.write(`${line}\n`)
/** Whatever ends this, no server is left behind. */
const children = new Set()
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})
const must = (isMet, what) => {
  if (!isMet) throw new Error(what)
}

/** A server over stdio: `ask` sends a request and answers its result. Every line it writes is checked. */
const stdioServer = (name) => {
  const child = spawn(process.execPath, [main, ...place], { stdio: ["pipe", "pipe", "inherit"] })
  children.add(child)
  const waiting = new Map()
  let next = 0
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line)
    must(message.jsonrpc === "2.0" && waiting.has(message.id), `${name} wrote ${line}`)
    waiting.get(message.id)(message)
    waiting.delete(message.id)
  })
  const ask = (method, params) =>
    new Promise((resolve) => {
      next += 1
      waiting.set(next, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: next, method, params })}\n`)
    })
  const stop = () =>
    new Promise((resolve) => {
      child.on("exit", (status) => {
        must(
          status === 0 && waiting.size === 0,
          `${name} ended with ${status}, ${waiting.size} unanswered`,
        )
        resolve()
      })
      child.stdin.end()
    })
  return { name, pid: child.pid, ask, stop }
}

const httpServer = async (name) => {
  const options = ["serve-http", "--port", "0", "--rate", "1000000", ...place]
  const child = spawn(process.execPath, [main, ...options], { stdio: ["ignore", "pipe", "pipe"] })
  children.add(child)
  child.stdout.on("data", (chunk) => must(false, `${name} wrote ${chunk}`))
  const url = await new Promise((resolve, reject) => {
    child.on("exit", (status) => reject(new Error(`${name} ended with ${status}`)))
    createInterface({ input: child.stderr }).on("line", (line) => {
      const [found] = /http:\S+/.exec(line) ?? []
      if (found === undefined) say(line)
      else resolve(found)
    })
  })
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  }
  const ask = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    const response = await fetch(url, { method: "POST", headers, body })
    const text = await response.text()
    must(response.status === 200, `${name} answered ${response.status} ${text}`)
    return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text)
  }
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners("exit")
      child.on("exit", (status) => {
        must(status === 0, `${name} ended with ${status}`)
        resolve()
      })
      child.kill("SIGTERM")
    })
  return { name, pid: child.pid, ask, stop }
}

const times = new Map()
let retries = 0
/** One call of a tool, again where the answer says that a retry helps; any other refusal is an error here. */
const call = async (server, tool, args) => {
  const start = performance.now()
  for (;;) {
    const params = { name: `memory_${tool}`, arguments: args }
    const { error, result } = await server.ask("tools/call", params)
    if (result?.structuredContent?.error?.rule === "retry") {
      retries += 1
      continue
    }
    const said = JSON.stringify(error ?? result)
    must(error === undefined && result.isError !== true, `${server.name} ${tool}: ${said}`)
    if (!times.has(tool)) times.set(tool, [])
    times.get(tool).push(performance.now() - start)
    return result.structuredContent
  }
}

/** What every memory must be at the end. */
const expected = new Map()
const PLACES = ["north gate", "harbour", "boat house", "mill", "old bridge", "market"]

/** Keeps a memory and finds it, explains it, replaces or forgets it, until the time is over. */
const lane = async (server, number, until) => {
  for (let turn = 0; performance.now() < until; turn += 1) {
    const where = PLACES[(turn + number) % PLACES.length]
    const key = `m_${server.name}_${number}_${turn}`
    const content = `The ${where} was seen by watch ${server.name} ${number} on round ${turn}.`
    await call(server, "remember", { key, content, facets: { place: where } })
    expected.set(key, { content, status: "active" })
    const found = await call(server, "recall", {
      query: `what did watch ${server.name} see at the ${where}`,
    })
    must(found.memories.length > 0, "nothing was recalled")
    const why = await call(server, "why", { key })
    must(why.memory.content === content, `${key} is not what was kept`)
    if (turn % 3 === 0) {
      const newer = `${key}_b`
      const words = `${content} It was closed.`
      await call(server, "remember", { key: newer, content: words, supersedes: key })
      expected.set(key, { content, status: "superseded" })
      expected.set(newer, { content: words, status: "active" })
    } else if (turn % 7 === 0) {
      await call(server, "forget", { key })
      expected.set(key, { content, status: "forgotten" })
    }
  }
}

const mebibytes = (bytes) => `${(bytes / 1_048_576).toFixed(0)} MiB`
const residentOf = (pid) => {
  try {
    return mebibytes(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1_024,
    )
  } catch {
    return "?"
  }
}

const servers = [stdioServer("a"), stdioServer("b"), await httpServer("c")]
const until = performance.now() + seconds * 1_000
const lanes = servers.flatMap((server) =>
  Array.from({ length: LANES }, (_, i) => lane(server, i, until)),
)
await Promise.all(lanes)
for (const { name, pid } of servers) say(`${name}: ${residentOf(pid)} resident`)
await Promise.all(servers.map(({ stop }) => stop()))
const fresh = stdioServer("fresh")
for (const [key, { content, status }] of expected) {
  const { memory } = await call(fresh, "why", { key })
  const seen = memory.status ?? "active"
  must(memory.content === content && seen === status, `${key} is ${seen}, not ${status}`)
}
const active = [...expected.values()].filter(({ status }) => status === "active").length
const { scanned } = await call(fresh, "recall", { query: "what did the watch see" })
must(scanned === active, `recall considers ${scanned} memories, not ${active}`)
await fresh.stop()
for (const [tool, all] of times) {
  all.sort((a, b) => a - b)
  const at = (share) => all[Math.floor((all.length - 1) * share)].toFixed(1)
  say(`${tool}: ${all.length} calls, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
}
say(
  `${expected.size} memories, none lost, ${retries} calls retried; store ${mebibytes(statSync(join(folder, "memory.db")).size)}`,
)
process.exit(0)
