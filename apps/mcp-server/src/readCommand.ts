/**
 * Reads the command line. Nothing a caller wrote is echoed but an option's own name.
 *
 * @module
 */
import { type ParseArgsConfig, parseArgs } from "node:util"
import type { Command, Environment, Invocation } from "./Command.ts"
import { defaultStorePath } from "./dataFolder.ts"
import { readStoreAddress, showStoreAddress } from "./stores/StoreAddress.ts"

export type CommandLine =
  | { readonly _tag: "Help" }
  | { readonly _tag: "Version" }
  | { readonly _tag: "Refused"; readonly sentence: string }
  | { readonly _tag: "Run"; readonly command: Command; readonly invocation: Invocation }

export const DEFAULT_OWNER = "agent:default"

/** Options every command takes; the first of `commands` is the one that needs no name. */
const SHARED: NonNullable<ParseArgsConfig["options"]> = {
  owner: { type: "string" },
  store: { type: "string" },
  database: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
}

const refused = (sentence: string): CommandLine => ({ _tag: "Refused", sentence })

export const readCommand = (
  args: ReadonlyArray<string>,
  environment: Environment,
  commands: ReadonlyArray<Command>,
): CommandLine => {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args, commands)
  } catch (error) {
    return refused(parseFault(error))
  }
  const { database, help, owner, store, version, ...options } = parsed.values
  if (help === true) return { _tag: "Help" }
  if (version === true) return { _tag: "Version" }
  const where = readPlace(owner, store, database, environment)
  if (typeof where === "string") return refused(where)
  const [name, ...positionals] = parsed.positionals
  const command = name === undefined ? commands[0] : commands.find((each) => each.name === name)
  if (command === undefined) return refused("there is no such command; see --help")
  const stray = Object.keys(options).find((option) => !Object.hasOwn(command.options ?? {}, option))
  if (stray !== undefined) return refused(`--${stray} is of another command; see --help`)
  if (where.store.kind !== "sqlite" && command.overServers !== true)
    return refused(`${command.name} works on a file; give it with --store sqlite:PATH`)
  const expected = command.positionals ?? []
  if (positionals.length > expected.length && command.rest === undefined)
    return refused("too many words; see --help")
  const missing = expected[positionals.length]
  if (missing !== undefined) return refused(`${command.name} needs ${missing}; see --help`)
  const invocation = { ...where, options, positionals, environment } as Invocation
  const sentence = command.refuse?.(invocation)
  return sentence === undefined ? { _tag: "Run", command, invocation } : refused(sentence)
}

/** Where the memory is, or a sentence. */
const readPlace = (
  ownerGiven: unknown,
  storeGiven: unknown,
  databaseGiven: unknown,
  environment: Environment,
): Pick<Invocation, "place" | "store"> | string => {
  const owner = String(ownerGiven ?? filled(environment.REMINISCE_OWNER) ?? DEFAULT_OWNER)
  if (!/^[^:]+:.+$/s.test(owner)) return "--owner is written KIND:NAME, such as agent:alice"
  const given = storeGiven ?? filled(environment.REMINISCE_STORE)
  const text = given ?? `sqlite:${defaultStorePath(environment, process.platform)}`
  const database = databaseGiven === undefined ? undefined : String(databaseGiven)
  const store = readStoreAddress(String(text), database, environment)
  return typeof store === "string"
    ? store
    : { place: { owner, filename: showStoreAddress(store) }, store }
}

/** A variable without a value counts as none: some clients set every one they know. */
const filled = (value: string | undefined): string | undefined => (value === "" ? undefined : value)

const parse = (args: ReadonlyArray<string>, commands: ReadonlyArray<Command>) => {
  const own = commands.flatMap(({ options }) =>
    Object.entries(options ?? {}).map(([name, { type }]) => [name, { type }] as const),
  )
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...Object.fromEntries(own), ...SHARED },
  })
}

const parseFault = (error: unknown): string =>
  error instanceof Error && "code" in error && error.code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE"
    ? "an option has no value, or one too many; see --help"
    : "there is no such option; see --help"
