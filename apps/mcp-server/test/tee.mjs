// Passes a server's input and output through, and writes down every line: `>` to it, `<` from it.
import { spawn } from "node:child_process"
import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"

const [log = "", program = "", ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] })
const pass = (from, mark, to) =>
  createInterface({ input: from, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    appendFileSync(log, `${mark} ${line}\n`)
    to.write(`${line}\n`)
  })
pass(process.stdin, ">", child.stdin).on("close", () => child.stdin.end())
pass(child.stdout, "<", process.stdout)
child.on("exit", (status) => {
  process.exitCode = status ?? 1
})
