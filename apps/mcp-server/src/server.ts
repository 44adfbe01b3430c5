/**
 * The program itself: reads the command line and runs a command.
 *
 * @module
 */
import { COMMANDS } from "./commands.ts"
import { readCommand } from "./readCommand.ts"
import { usage } from "./usage.ts"
import { version } from "./version.ts"

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
  case "Run":
    process.exitCode = await line.command.run(line.invocation)
}
