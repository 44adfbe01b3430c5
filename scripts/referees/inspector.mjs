// The protocol's own inspector, over stdio, in both eras: it lists the tools strictly, keeps, finds, explains,
// replaces and forgets a memory, and then asks 2,000 times, eight at once.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fetchTool, say, server } from "./referee.mjs"

const LOAD = { requests: 2_000, concurrency: 8 }
const LIST_BYTES = 10_240
const CALL_MILLIS = 90_000

/** One run of the inspector, which starts a server of its own; answers its status and result. */
const inspect = ({ era, folder, inspector }, ...args) =>
  new Promise((resolve, reject) => {
    const target = [
      server,
      "--owner",
      "agent:alice",
      "--store",
      `sqlite:${join(folder, "memory.db")}`,
    ]
    const child = spawn(
      process.execPath,
      [
        inspector,
        "--cli",
        "--protocol-era",
        era,
        "-q",
        "--format",
        "json",
        process.execPath,
      ].concat(target, args),
      {
        env: { ...process.env, HOME: folder, USERPROFILE: folder },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: CALL_MILLIS,
      },
    )
    let out = ""
    let said = ""
    child.stdout.on("data", (chunk) => {
      out += chunk
    })
    child.stderr.on("data", (chunk) => {
      said += chunk
    })
    child.on("error", reject)
    child.on("close", (status) => {
      const result = status === 0 ? JSON.parse(out).result : undefined
      resolve({ status, said: said.trim(), result })
    })
  })

const expect = (isMet, what, seen) => {
  if (!isMet) throw new Error(`${what}: ${JSON.stringify(seen)}`)
}

const judge = async (match) => {
  const { era } = match
  const list = await inspect(match, "--method", "tools/list", "--strict")
  expect(list.status === 0, "the strict listing", list)
  const bytes = Buffer.byteLength(JSON.stringify(list.result.tools))
  expect(bytes <= LIST_BYTES, `the listing is at most ${LIST_BYTES} bytes`, bytes)

  const call = async (tool, args, ...more) => {
    const json = JSON.stringify(args)
    const asked = ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", json]
    const answer = await inspect(match, ...asked, ...more)
    expect(answer.status === 0, tool, answer)
    return answer.result.structuredContent ?? answer.result
  }
  const query = "when does the north gate open"
  const kept = await call("memory_remember", { content: "The north gate opens at dawn." })
  const found = await call("memory_recall", { query })
  expect(found.memories[0]?.key === kept.key, "what was kept is recalled", found)
  const newer = await call("memory_remember", {
    content: "The north gate opens at nine.",
    supersedes: kept.key,
    reason: "winter",
  })
  const after = await call("memory_recall", { query })
  const keys = after.memories.map(({ key }) => key)
  expect(keys.length === 1 && keys[0] === newer.key, "the replacement alone is recalled", after)
  const why = await call("memory_why", { key: newer.key })
  expect(why.supersedes?.[0]?.key === kept.key, "why names what was replaced", why)
  const load = await call(
    "memory_recall",
    { query },
    "--load",
    `--load-requests=${LOAD.requests}`,
    `--load-concurrency=${LOAD.concurrency}`,
  )
  expect(load.ok === LOAD.requests && load.errorRate === 0, "every call is answered", load)
  const forgotten = await call("memory_forget", { key: newer.key })
  expect(forgotten.status === "forgotten", "forget says so", forgotten)
  const none = await call("memory_recall", { query })
  expect(
    none.memories.length === 0 && none.nothing === "no-match",
    "forgotten is not recalled",
    none,
  )
  const { p50, p99 } = load.latencyMs
  const rate = Math.round(load.throughput)
  say(`${era}: ${bytes} bytes listed; ${load.ok} calls, ${rate}/s, p50 ${p50} ms, p99 ${p99} ms`)
}

export const inspector = async () => {
  const folder = await fetchTool("@modelcontextprotocol/inspector", "2.12.0")
  const program = join(folder, "clients/launcher/build/index.js")
  const matches = ["legacy", "modern"].map((era) => ({
    era,
    inspector: program,
    folder: mkdtempSync(join(tmpdir(), "reminisce-referees-")),
  }))
  try {
    await Promise.all(matches.map(judge))
  } finally {
    for (const match of matches) rmSync(match.folder, { recursive: true, force: true })
  }
}
