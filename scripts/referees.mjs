// Lets clients nobody here wrote judge the built server. Each is fetched into .tools/ once.
//
//   node scripts/referees.mjs [inspector|conformance|bundle ...]     after the build; default: all of them
//
// Status 0 when nobody objects.
import { existsSync } from "node:fs"
import { bundle } from "./referees/bundle.mjs"
import { conformance } from "./referees/conformance.mjs"
import { inspector } from "./referees/inspector.mjs"
import { say, server } from "./referees/referee.mjs"

const REFEREES = { inspector, conformance, bundle }
const asked = process.argv.slice(2)
const names = asked.length === 0 ? Object.keys(REFEREES) : asked
if (!existsSync(server)) throw new Error("build apps/mcp-server first")
for (const name of names) {
  if (REFEREES[name] === undefined) throw new Error(`the referees are ${Object.keys(REFEREES)}`)
  const start = performance.now()
  await REFEREES[name]()
  say(`${name}: no objection, ${((performance.now() - start) / 1_000).toFixed(1)} s`)
}
