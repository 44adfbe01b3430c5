/**
 * What the stores cost: an update of one memory beside a bare commit, bulk plans, each question of a
 * view, the bytes of log a memory takes, and how long the event loop is held. The embedded store
 * always; PostgreSQL and TypeDB where `REMINISCE_POSTGRES_URL` and `REMINISCE_TYPEDB_URL` name one.
 * `--memories N` of the embedded store (default 100,000; 0 leaves it out), `--json FILE`.
 *
 * @module
 */
import * as fs from "node:fs"
import { parseArgs } from "node:util"
import { benchEmbedded } from "./embedded.ts"
import { facts, figures, machine, say } from "./measure.ts"
import { benchServers } from "./servers.ts"

const { values: args } = parseArgs({
  options: { memories: { type: "string", default: "100000" }, json: { type: "string" } },
})
const memories = Number(args.memories)

say(`${machine}\n${memories} memories of one owner; microseconds\n`)
say(`${"".padEnd(62)}${["median", "p95", "CPU"].map((name) => name.padStart(10)).join("")}`)
if (memories > 0) await benchEmbedded(memories)
await benchServers()
if (args.json !== undefined)
  fs.writeFileSync(args.json, JSON.stringify({ heading: machine, figures, facts }, undefined, 2))
