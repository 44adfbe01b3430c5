/**
 * The help, made of the commands.
 *
 * @module
 */
import type { Command } from "./Command.ts"
import { DEFAULT_OWNER } from "./readCommand.ts"

const INDENT = 21
const MARGIN = `\n${" ".repeat(INDENT)}`
/** Columns of a meaning. */
const WIDTH = 85

/** A name and what it means; a name too long for its column stands on a line of its own. */
const entry = (name: string, meaning: string): string => {
  const folded = fold(meaning).join(MARGIN)
  return name.length > INDENT - 4
    ? `  ${name}${MARGIN}${folded}`
    : `  ${name.padEnd(INDENT - 2)}${folded}`
}

const fold = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.pop()
    if (last === undefined) lines.push(word)
    else if (last.length + word.length < WIDTH) lines.push(`${last} ${word}`)
    else lines.push(last, word)
  }
  return lines
}

/** By option as it is written, what it means, and in which commands it means that. */
const optionsOf = (commands: ReadonlyArray<Command>) => {
  const found = new Map<string, Map<string, Array<string>>>()
  for (const { name, options = {} } of commands) {
    for (const [option, { help, value }] of Object.entries(options)) {
      const written = `--${option}${value === undefined ? "" : ` ${value}`}`
      const meanings = found.get(written) ?? new Map<string, Array<string>>()
      meanings.set(help, [...(meanings.get(help) ?? []), name])
      found.set(written, meanings)
    }
  }
  return found
}

export const usage = (version: string, commands: ReadonlyArray<Command>): string => {
  const names = commands.map(({ name, positionals = [], rest, summary }) =>
    entry([name, ...positionals, ...(rest === undefined ? [] : [`[${rest}…]`])].join(" "), summary),
  )
  const options = [...optionsOf(commands)].map(([option, meanings]) =>
    [...meanings]
      .map(([help, names], i) => entry(i === 0 ? option : "", `${names.join(", ")}: ${help}`))
      .join("\n"),
  )
  return `reminisce-mcp ${version}

Long-term memory for AI agents, over MCP on standard input and output.

usage: reminisce-mcp [command] [options]

commands
${names.join("\n")}

options
${entry("--owner KIND:NAME", `whose memory (default: $REMINISCE_OWNER or ${DEFAULT_OWNER})`)}
${entry("--store sqlite:PATH", "where it is kept (default: $REMINISCE_STORE, or memory.db in the data folder)")}
${entry("--store typedb:URL", "or on a TypeDB server")}
${entry("--store postgres://USER@HOST/DATABASE", "or on a PostgreSQL server")}
${entry("--database NAME", "the database of a TypeDB server (default: $REMINISCE_TYPEDB_DATABASE or reminisce)")}
${entry("--version, --help", "")}
${options.join("\n")}

environment
${entry("REMINISCE_DATA", "the data folder (default: the user's own)")}
${entry("REMINISCE_TYPEDB_USERNAME", "TypeDB's user (default: admin)")}
${entry("TYPEDB_PASSWORD", "its password; a password is taken from nowhere else")}
${entry("TYPEDB_CACERTFILE", "a PEM file of the authority that signed its certificate")}
${entry("PGPASSWORD", "PostgreSQL's password")}
${entry("REMINISCE_SEALING_KEYS", "as --seal-keys")}
${entry("REMINISCE_SEALING_SCOPES", "as --seal-scopes")}
${entry("REMINISCE_BACKUP_PASSPHRASE", "locks and opens backups, as does what stands in …_PASSPHRASE_FILE")}
${entry("REMINISCE_BACKUP_RECIPIENTS_FILE", "public keys of age to lock backups for, one a line")}
${entry("REMINISCE_BACKUP_IDENTITIES_FILE", "private keys of age that open them, one a line")}
`.replaceAll(/ +$/gm, "")
}
