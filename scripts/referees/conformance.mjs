// The protocol's conformance suite over HTTP, on both revisions: on a server that has all the suite asks for,
// behind our HTTP handler, and on the built server, which has tools only. A check that does not hold stands
// in baseline.json under its reason. One that is missing there fails; so does one that holds by now.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fetchTool, root, run, say, server } from "./referee.mjs"

const baseline = JSON.parse(readFileSync(new URL("baseline.json", import.meta.url), "utf8"))

const SERVERS = {
  everything: ["--conditions=@reminisce/source", "packages/mcp/test/fixtures/everythingServer.ts"],
  reminisce: [server, "serve-http", "--port", "0", "--store", "sqlite::memory:"],
}

/** Runs `use` with the address of a server that says its port on one of its outputs. */
const withServer = async (args, use) => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
  try {
    const port = await new Promise((resolve, reject) => {
      let said = ""
      const look = (text) => {
        said += text
        const [, found] = /(?:^|:)(\d{4,5})(?:\/mcp)?\s*$/m.exec(said) ?? []
        if (found !== undefined) resolve(found)
      }
      child.stdout.setEncoding("utf8").on("data", look)
      child.stderr.setEncoding("utf8").on("data", look)
      child.on("exit", () => reject(new Error(`a server ended: ${said}`)))
    })
    return await use(`http://127.0.0.1:${port}/mcp`)
  } finally {
    child.removeAllListeners("exit")
    child.kill("SIGTERM")
    if (child.exitCode === null) await once(child, "exit")
  }
}

/** Of each scored scenario what it checked: whether it holds, by the check's own name. */
const readChecks = async (folder, out) => {
  const [, apart = ""] = /Not scored for([\s\S]*)$/.exec(out) ?? []
  const ignored = new Set([...apart.matchAll(/^ {2}[✓✗] (\S+) /gm)].map(([, name]) => name))
  const checks = new Map()
  for (const name of await readdir(folder)) {
    const [, scenario] = /^server-(.*)-\d{4}-\d\d-\d\dT.*$/.exec(name) ?? []
    if (ignored.has(scenario)) continue
    for (const { id, status } of JSON.parse(
      await readFile(join(folder, name, "checks.json"), "utf8"),
    ))
      if (status === "SUCCESS" || status === "FAILURE")
        checks.set(id, status === "SUCCESS" && checks.get(id) !== false)
  }
  return checks
}

const judge = async (suite, url, who, revision) => {
  const folder = await mkdtemp(join(tmpdir(), "reminisce-conformance-"))
  const args = ["server", "--url", url, "--requirements", revision, "-o", folder]
  const { out } = await run(process.execPath, [join(suite, "dist/index.js"), ...args])
  const checks = await readChecks(folder, out)
  await rm(folder, { recursive: true, force: true })
  if (checks.size < 25) throw new Error(`${who} ${revision}: only ${checks.size} checks\n${out}`)
  const excused = new Set(Object.values(baseline[who][revision]).flat())
  const failing = [...checks].flatMap(([id, holds]) => (holds || excused.has(id) ? [] : [id]))
  if (failing.length > 0) throw new Error(`${who} ${revision} fails ${failing.join(" ")}`)
  const stale = [...excused].filter((id) => checks.get(id) !== false)
  if (stale.length > 0)
    throw new Error(
      `${who} ${revision} passes by now; take out of baseline.json: ${stale.join(" ")}`,
    )
  say(`${who} ${revision}: ${checks.size - excused.size} checks hold, ${excused.size} excused`)
}

export const conformance = async () => {
  const suite = await fetchTool("@modelcontextprotocol/conformance", "0.2.0-alpha.12")
  for (const [who, args] of Object.entries(SERVERS))
    await withServer(args, (url) =>
      Promise.all(["2025-11-25", "2026-07-28"].map((revision) => judge(suite, url, who, revision))),
    )
}
