/**
 * The library's own call in a process like the server's: for each line on standard input it recalls one
 * question and writes how long the call took, in milliseconds. A part of `mcp.bench.ts`.
 *
 * @module
 */
import { createInterface } from "node:readline"
import { type Focus, open, unwrap } from "reminisce"
import { questionAt } from "./questions.ts"

const [owner = "", filename = ""] = process.argv.slice(2)
const memory = unwrap(await open({ filename }))
// A session of the older era carries the focus of the call before, so this does too.
let focus: Focus | undefined
for await (const line of createInterface({ input: process.stdin })) {
  const query = questionAt(Number(line))
  const options = focus === undefined ? {} : { focus }
  const start = performance.now()
  const answer = unwrap(await memory.recall(owner, query, options))
  const took = performance.now() - start
  focus = answer.focus
  process.stdout.write(`${took}\n`)
}
await memory.close()
