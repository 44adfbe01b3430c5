#!/usr/bin/env node
// Stays small and imports nothing heavy: help, version and the check of Node answer at once.
import * as module from "node:module"
import { COMMANDS } from "./commands.ts"
import { readCommand } from "./readCommand.ts"
import { usage } from "./usage.ts"
import { version } from "./version.ts"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`reminisce-mcp needs Node 22.19 or newer; this is ${process.version}\n`)
  process.exit(1)
}

// Node 22 warns on stderr at the first import of node:sqlite; newer ones do not.
const { emitWarning } = process
process.emitWarning = ((warning: string | Error, ...rest: []) => {
  if (!String(warning).includes("SQLite is an experimental feature")) emitWarning(warning, ...rest)
}) as typeof process.emitWarning

const line = readCommand(process.argv.slice(2), process.env, COMMANDS)
switch (line._tag) {
  case "Help":
    process.stdout.write(usage(version, COMMANDS))
    break
  case "Version":
    process.stdout.write(`${version}\n`)
    break
  case "Refused":
    process.stderr.write(`reminisce-mcp: ${line.sentence}\n`)
    process.exitCode = 2
    break
  case "Run": {
    module.enableCompileCache()
    // A host kills its servers, so the compiled code is not left for the exit to be kept.
    setTimeout(module.flushCompileCache, 500).unref()
    process.exitCode = await line.command.run(line.invocation)
  }
}
