/**
 * The command line as data. Nothing a caller wrote is echoed but an option's own name.
 *
 * @module
 */
import { parseArgs } from "node:util"
import { defaultStorePath } from "./dataFolder.ts"

export const CLIENTS = ["claude-desktop", "claude-code", "vscode", "cursor", "codex"] as const
export type Client = (typeof CLIENTS)[number]

/** Whose memory it is, and where it is kept. */
export interface Place {
  /** `kind:name`. */
  readonly owner: string
  /** A path, or `:memory:`. */
  readonly filename: string
}

export type Command =
  | { readonly _tag: "Help" }
  | { readonly _tag: "Version" }
  | { readonly _tag: "Refused"; readonly sentence: string }
  | ({ readonly _tag: "Config"; readonly client: Client | undefined } & Place)
  | ({ readonly _tag: "Serve"; readonly legacyOnly: boolean; readonly create: boolean } & Place)
  | ({ readonly _tag: "Init" } & Place)
  | ({ readonly _tag: "Tour" } & Place)
  | ({ readonly _tag: "Prompt" } & Place)

export type RunnableCommand = Extract<
  Command,
  { readonly _tag: "Serve" | "Init" | "Tour" | "Prompt" }
>

export const DEFAULT_OWNER = "agent:default"

export const usage = (version: string): string => `reminisce-mcp ${version}

Long-term memory for AI agents, over MCP on standard input and output.

usage: reminisce-mcp [command] [options]

commands
  (none)             serve one owner's memory to an MCP client
  tour               a short tour on invented memories; then, at a terminal, a prompt on your own
  prompt             a prompt on your own memory
  config             configurations to paste into MCP clients (--client ${CLIENTS.join("|")})

options
  --owner KIND:NAME  whose memory (default: $REMINISCE_OWNER or ${DEFAULT_OWNER})
  --store sqlite:PATH
                     where it is kept (default: $REMINISCE_STORE, or memory.db in the data folder)
  --no-create        an absent store is an error
  --init             make the store and stop
  --legacy-only      speak protocol revisions up to 2025-11-25 only
  --version, --help

environment
  REMINISCE_DATA     the data folder (default: the user's own)
`

const refused = (sentence: string): Command => ({ _tag: "Refused", sentence })

export const readCommand = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>,
): Command => {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    return refused(parseFault(error))
  }
  const { positionals, values } = parsed
  if (values.help === true) return { _tag: "Help" }
  if (values.version === true) return { _tag: "Version" }
  const owner = values.owner ?? environment.REMINISCE_OWNER ?? DEFAULT_OWNER
  if (!/^[^:]+:.+$/s.test(owner))
    return refused("--owner is written KIND:NAME, such as agent:alice")
  const store = values.store ?? environment.REMINISCE_STORE
  if (store !== undefined && !/^sqlite:./s.test(store))
    return refused("--store is written sqlite:PATH")
  const filename = store?.slice("sqlite:".length) ?? defaultStorePath(environment, process.platform)
  const place: Place = { owner, filename }
  const [command = "serve", ...more] = positionals
  if (more.length > 0) return refused("one command at a time; see --help")
  switch (command) {
    case "serve":
      return values.init === true
        ? { _tag: "Init", ...place }
        : {
            _tag: "Serve",
            ...place,
            legacyOnly: values["legacy-only"] ?? false,
            create: !(values["no-create"] ?? false),
          }
    case "tour":
      return { _tag: "Tour", ...place }
    case "prompt":
      return { _tag: "Prompt", ...place }
    case "config": {
      const client = CLIENTS.find((name) => name === values.client)
      return values.client !== undefined && client === undefined
        ? refused(`--client is one of ${CLIENTS.join(", ")}`)
        : { _tag: "Config", ...place, client }
    }
    default:
      return refused("there is no such command; see --help")
  }
}

const parse = (args: ReadonlyArray<string>) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      owner: { type: "string" },
      store: { type: "string" },
      client: { type: "string" },
      init: { type: "boolean" },
      "no-create": { type: "boolean" },
      "legacy-only": { type: "boolean" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "v" },
    },
  })

const parseFault = (error: unknown): string =>
  error instanceof Error && "code" in error && error.code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE"
    ? "an option has no value, or one too many; see --help"
    : "there is no such option; see --help"
