/**
 * Every command, in the order of the help. A new one is a file in `commands/` and a line here.
 *
 * @module
 */
import type { Command } from "./Command.ts"
import { backupCommand } from "./commands/backup.ts"
import { configCommand } from "./commands/config.ts"
import { doctorCommand } from "./commands/doctor.ts"
import { promptCommand } from "./commands/prompt.ts"
import { reindexCommand } from "./commands/reindex.ts"
import { restoreCommand } from "./commands/restore.ts"
import { serveCommand } from "./commands/serve.ts"
import { tourCommand } from "./commands/tour.ts"
import { upgradeCommand } from "./commands/upgrade.ts"

/** The first one runs when none is named. */
export const COMMANDS: ReadonlyArray<Command> = [
  serveCommand,
  tourCommand,
  promptCommand,
  configCommand,
  backupCommand,
  restoreCommand,
  upgradeCommand,
  reindexCommand,
  doctorCommand,
]
