/**
 * The help, made of the commands.
 *
 * @module
 */
import type { Command } from "./Command.ts"
import { DEFAULT_OWNER } from "./readCommand.ts"

const INDENT = 21

/** A name and what it means; a name too long for its column stands on a line of its own. */
const entry = (name: string, meaning: string): string =>
  name.length > INDENT - 4
    ? `  ${name}\n${" ".repeat(INDENT)}${meaning}`
    : `  ${name.padEnd(INDENT - 2)}${meaning}`

export const usage = (version: string, commands: ReadonlyArray<Command>): string => {
  const names = commands.map(({ name, positionals = [], rest, summary }) =>
    entry([name, ...positionals, ...(rest === undefined ? [] : [`[${rest}…]`])].join(" "), summary),
  )
  const options = commands.flatMap(({ name, options = {} }) =>
    Object.entries(options).map(([option, { help, value }]) =>
      entry(`--${option}${value === undefined ? "" : ` ${value}`}`, `${name}: ${help}`),
    ),
  )
  return `reminisce-mcp ${version}

Long-term memory for AI agents, over MCP on standard input and output.

usage: reminisce-mcp [command] [options]

commands
${names.join("\n")}

options
${entry("--owner KIND:NAME", `whose memory (default: $REMINISCE_OWNER or ${DEFAULT_OWNER})`)}
${entry("--store sqlite:PATH", "where it is kept (default: $REMINISCE_STORE, or memory.db in the data folder)")}
${entry("--store typedb:URL", "or on a TypeDB server (serve, serve-http, config)")}
${entry("--store postgres://USER@HOST/DATABASE", "or on a PostgreSQL server (the same)")}
${entry("--database NAME", "the database of a TypeDB server (default: $REMINISCE_TYPEDB_DATABASE or reminisce)")}
${entry("--version, --help", "")}
${options.join("\n")}

environment
${entry("REMINISCE_DATA", "the data folder (default: the user's own)")}
${entry("REMINISCE_TYPEDB_USERNAME", "TypeDB's user (default: admin)")}
${entry("TYPEDB_PASSWORD", "its password; a password is taken from nowhere else")}
${entry("TYPEDB_CACERTFILE", "a PEM file of the authority that signed its certificate")}
${entry("PGPASSWORD", "PostgreSQL's password")}
${entry("REMINISCE_SEALING_KEYS", "the folder of people's keys, for the commands that answer their requests")}
${entry("REMINISCE_BACKUP_PASSPHRASE", "locks and opens backups, as does what stands in …_PASSPHRASE_FILE")}
${entry("REMINISCE_BACKUP_RECIPIENTS_FILE", "public keys of age to lock backups for, one a line")}
${entry("REMINISCE_BACKUP_IDENTITIES_FILE", "private keys of age that open them, one a line")}
`.replaceAll(/ +$/gm, "")
}
