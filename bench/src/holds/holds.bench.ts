/**
 * How long the embedded store keeps an event loop from other work: of every operation the longest
 * turn, over one owner's memories. `--memories N` (default 100,000), `--file FILE`: built there when
 * absent and kept, so that the next run need not build it; a copy is measured. `--json FILE`.
 *
 * @module
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { facts, machine, say } from "../store/measure.ts"
import { buildStore } from "./buildStore.ts"
import { measureOperations } from "./operations.ts"
import { turns } from "./turns.ts"

const { values: args } = parseArgs({
  options: {
    memories: { type: "string", default: "100000" },
    file: { type: "string" },
    json: { type: "string" },
  },
})
const memories = Number(args.memories)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reminisce-bench-"))
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }))
const kept = path.resolve(args.file ?? path.join(folder, "built.db"))

say(`${machine}\n${memories} memories of one owner; milliseconds of the longest turn\n`)
if (!fs.existsSync(kept)) {
  await buildStore(`${kept}.part`, memories)
  fs.renameSync(`${kept}.part`, kept)
}
const file = path.join(folder, "measured.db")
fs.copyFileSync(kept, file)
say(`${"".padEnd(50)}${["CPU", "clock", "whole"].map((name) => name.padStart(10)).join("")}`)
await measureOperations(file, memories)
if (args.json !== undefined)
  fs.writeFileSync(args.json, JSON.stringify({ heading: machine, turns, facts }, undefined, 2))
