/**
 * A command of `reminisce-mcp` as data: its name, its own options and what runs it. Definitions
 * import nothing heavy; what a command needs is imported when it runs.
 *
 * @module
 */

import type { StoreAddress } from "./stores/StoreAddress.ts"

/** Whose memory it is, and where it is kept. */
export interface Place {
  /** `kind:name`. */
  readonly owner: string
  /** A path, or `:memory:`; for the commands that know servers, what a person is told. */
  readonly filename: string
}

/** One option of the command line. The same name means the same in every command. */
export interface CommandOption {
  readonly type: "string" | "boolean"
  /** What stands for the value in the help, such as `PATH`; strings only. */
  readonly value?: string
  readonly help: string
}

type CommandOptions = Readonly<Record<string, CommandOption>>

/** What was given of the options declared. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]?: Options[Name]["type"] extends "boolean" ? boolean : string
}

export interface Invocation<Options extends CommandOptions = CommandOptions> {
  readonly place: Place
  readonly store: StoreAddress
  readonly options: OptionValues<Options>
  /** What followed the command's name, at least as many as it declares. */
  readonly positionals: ReadonlyArray<string>
  readonly environment: Environment
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface Command<Options extends CommandOptions = CommandOptions> {
  readonly name: string
  /** A line of the help. */
  readonly summary: string
  /** Beside `--owner` and `--store`, which every command has. */
  readonly options?: Options
  /** Whether it also works on a store that is a server; default false: on a file. */
  readonly overServers?: true
  /** What must follow the name, as the help calls it: none by default. */
  readonly positionals?: ReadonlyArray<string>
  /** What may follow them, any number of times. */
  readonly rest?: string
  /** A sentence when what was given cannot be run; it repeats no word of it. */
  readonly refuse?: (invocation: Invocation<Options>) => string | undefined
  /** Answers the exit status. */
  readonly run: (invocation: Invocation<Options>) => Promise<number>
}

/** A command whose options are typed by their declaration. */
export const defineCommand = <const Options extends CommandOptions = Record<never, never>>(
  command: Command<Options>,
): Command => command as unknown as Command
