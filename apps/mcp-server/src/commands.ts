/**
 * Every command, in the order of the help. A new one is a file in `commands/` and a line here.
 *
 * @module
 */
import type { Command } from "./Command.ts"
import { backupCommand } from "./commands/backup.ts"
import { configCommand } from "./commands/config.ts"
import { diffCommand } from "./commands/diff.ts"
import { doctorCommand } from "./commands/doctor.ts"
import { importCommand } from "./commands/import.ts"
import { promptCommand } from "./commands/prompt.ts"
import { purgeCommand } from "./commands/purge.ts"
import { redactCommand } from "./commands/redact.ts"
import { reindexCommand } from "./commands/reindex.ts"
import { repeatCommand } from "./commands/repeat.ts"
import { reportCommand } from "./commands/report.ts"
import { restoreCommand } from "./commands/restore.ts"
import { retainCommand } from "./commands/retain.ts"
import { serveCommand } from "./commands/serve.ts"
import { serveHttpCommand } from "./commands/serveHttp.ts"
import { tokenCommand } from "./commands/token.ts"
import { tourCommand } from "./commands/tour.ts"
import { upgradeCommand } from "./commands/upgrade.ts"
import { verifyCommand } from "./commands/verify.ts"
import { withdrawCommand } from "./commands/withdraw.ts"

/** The first one runs when none is named. */
export const COMMANDS: ReadonlyArray<Command> = [
  serveCommand,
  tourCommand,
  promptCommand,
  configCommand,
  serveHttpCommand,
  tokenCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  upgradeCommand,
  reindexCommand,
  doctorCommand,
  diffCommand,
  reportCommand,
  withdrawCommand,
  purgeCommand,
  redactCommand,
  retainCommand,
  verifyCommand,
  repeatCommand,
]
