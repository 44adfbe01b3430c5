/**
 * Ready-to-paste configurations for MCP clients.
 *
 * @module
 */
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { formatStoreAddress, passwordVariable, type StoreAddress } from "./stores/StoreAddress.ts"
import type { SealingPlace } from "./stores/sealing.ts"

export const CLIENTS = ["claude-desktop", "claude-code", "vscode", "cursor", "codex"] as const
export type Client = (typeof CLIENTS)[number]

export interface ServerEntry {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** Empty where a person must put a password. */
  readonly env?: Readonly<Record<string, string>>
}

/** Whose memory, and in which store. */
export interface ConfiguredPlace {
  readonly owner: string
  readonly store: StoreAddress
  readonly sealing?: SealingPlace | undefined
}

/** How to start this very server: the Node it runs on and the file it was started from. */
const serverEntry = ({ owner, sealing, store }: ConfiguredPlace): ServerEntry => ({
  command: process.execPath,
  args: [
    fileURLToPath(new URL("./main.js", import.meta.url)),
    "--owner",
    owner,
    "--store",
    formatStoreAddress(whole(store)),
    ...(store.kind === "typedb" ? ["--database", store.database] : []),
    ...(sealing === undefined ? [] : ["--seal-keys", resolve(sealing.keys)]),
    ...(sealing?.scopes === undefined ? [] : ["--seal-scopes", sealing.scopes.join(",")]),
  ],
  ...(store.kind === "sqlite" ? {} : { env: { [passwordVariable(store)]: "" } }),
})

/** A client starts it in a folder of its own. */
const whole = (store: StoreAddress): StoreAddress =>
  store.kind === "sqlite" && store.filename !== ":memory:"
    ? { ...store, filename: resolve(store.filename) }
    : store

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** A TOML basic string; JSON's escapes are a subset of TOML's. */
const toml = (text: string): string => JSON.stringify(text)

/** For a POSIX shell, or for PowerShell and cmd, neither of which reads the other's quotes. */
const shell = (text: string, platform: NodeJS.Platform): string =>
  platform === "win32" ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", `'\\''`)}'`

const tomlEnv = ({ env = {} }: ServerEntry): string =>
  Object.keys(env).length === 0
    ? ""
    : `\nenv = { ${Object.entries(env)
        .map(([name, value]) => `${name} = ${toml(value)}`)
        .join(", ")} }`

/** The shell puts the password in, so that none is written down. */
const shellEnv = ({ env = {} }: ServerEntry, platform: NodeJS.Platform): string =>
  Object.keys(env)
    .map((name) => `-e ${name}="${platform === "win32" ? `%${name}%` : `$${name}`}" `)
    .join("")

export const formatConfig = (
  client: Client,
  entry: ServerEntry,
  platform: NodeJS.Platform = process.platform,
): string => {
  switch (client) {
    case "claude-desktop":
      return json({ mcpServers: { reminisce: entry } })
    case "cursor":
      return json({ mcpServers: { reminisce: entry } })
    case "vscode":
      return json({ servers: { reminisce: { type: "stdio", ...entry } } })
    case "codex":
      return `[mcp_servers.reminisce]\ncommand = ${toml(entry.command)}\nargs = [${entry.args.map(toml).join(", ")}]${tomlEnv(entry)}`
    case "claude-code":
      return `claude mcp add reminisce --scope user ${shellEnv(entry, platform)}-- ${[entry.command, ...entry.args].map((word) => shell(word, platform)).join(" ")}`
  }
}

const WHERE: Readonly<Record<Client, string>> = {
  "claude-desktop": "Claude Desktop: claude_desktop_config.json",
  "claude-code": "Claude Code: run this once",
  vscode: "VS Code: .vscode/mcp.json",
  cursor: "Cursor: ~/.cursor/mcp.json",
  codex: "Codex: ~/.codex/config.toml",
}

/** All clients' configurations under headings, or one alone and bare. */
export const clientConfig = (
  place: ConfiguredPlace & { readonly client?: Client | undefined },
): string => {
  const entry = serverEntry(place)
  return place.client === undefined
    ? CLIENTS.map((client) => `# ${WHERE[client]}\n${formatConfig(client, entry)}\n`).join("\n")
    : `${formatConfig(place.client, entry)}\n`
}
