/**
 * Every command, in the order of the help. A new one is a file in `commands/` and a line here.
 *
 * @module
 */
import type { Command } from "./Command.ts"
import { configCommand } from "./commands/config.ts"
import { promptCommand } from "./commands/prompt.ts"
import { serveCommand } from "./commands/serve.ts"
import { tourCommand } from "./commands/tour.ts"

/** The first one runs when none is named. */
export const COMMANDS: ReadonlyArray<Command> = [
  serveCommand,
  tourCommand,
  promptCommand,
  configCommand,
]
