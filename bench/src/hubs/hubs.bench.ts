/**
 * A memory in very many links, on the embedded store: the longest turn of the event loop, and how far
 * the heap grows, while it is explained, related and erased. `--links N` (default 20,000).
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { open, type Reminisce, unwrap } from "reminisce"
import { longestTurn } from "../holds/turns.ts"
import { machine, say } from "../store/measure.ts"

const OWNER = "bench:hubs"
const HUB = "hub"
const BULK = 1_000
const KIND = { aspects: ["semantic"], basis: "told" } as const

const { values: args } = parseArgs({ options: { links: { type: "string", default: "20000" } } })
const links = Number(args.links)
/** Of the hub's links so many are associations, and as many contradictions; the rest are derivations. */
const RELATED = Math.ceil(links / 40)

/** As `longestTurn`, with the most bytes of heap above what they were. */
const measured = async (what: string, run: () => Promise<unknown>): Promise<void> => {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed - before)
  }, 1)
  await longestTurn(what, run)
  clearInterval(watch)
  say(`${"".padEnd(50)}${(most / 1_048_576).toFixed(1).padStart(10)} MiB of heap`)
}

const build = async (reminisce: Reminisce): Promise<void> => {
  const content = "What everything else follows from"
  unwrap(await reminisce.remember(OWNER, { ...KIND, key: HUB, content }))
  for (let from = 0; from < links - 2 * RELATED; from += BULK) {
    const requests = Array.from({ length: Math.min(BULK, links - from) }, (_, i) => ({
      ...KIND,
      key: `m${from + i}`,
      content: `Conclusion number ${from + i}`,
      derivedFrom: [HUB],
    }))
    unwrap(await reminisce.rememberMany(OWNER, requests))
  }
  for (let i = 0; i < RELATED; i++) {
    unwrap(await reminisce.relate(OWNER, "association", [HUB, `m${i}`], { reason: `as ${i}` }))
    unwrap(await reminisce.relate(OWNER, "contradiction", [HUB, `m${i}`], { reason: `so ${i}` }))
  }
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-bench-"))
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))
say(`${machine}\n${links} links of one memory; milliseconds of the longest turn\n`)
const filename = path.join(folder, "hubs.db")
const reminisce = unwrap(await open({ filename, durability: "relaxed" }))
await build(reminisce)
say(`${"".padEnd(50)}${["CPU", "clock", "whole"].map((name) => name.padStart(10)).join("")}`)
await measured("why", async () => unwrap(await reminisce.why(OWNER, HUB)))
await measured("relate once more", async () =>
  unwrap(await reminisce.relate(OWNER, "association", [HUB, "m1", "m2"], { reason: "again" })),
)
await measured("redact", async () => unwrap(await reminisce.erasure.redact(OWNER, HUB, "asked")))
await reminisce.close()
