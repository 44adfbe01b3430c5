/**
 * Where the keys of people lie whose words are sealed: what the options and the environment say of it.
 *
 * @module
 */
import { statSync } from "node:fs"
import type { Environment } from "../Command.ts"

export interface SealingPlace {
  /** The folder of the keys. */
  readonly keys: string
  /** Consent scopes whose memories are sealed; all where absent. */
  readonly scopes?: ReadonlyArray<string>
}

export const SEAL_KEYS = {
  type: "string",
  value: "FOLDER",
  help: "words about people are sealed under keys in it",
} as const

export const SEAL_SCOPES = {
  type: "string",
  value: "NAMES",
  help: "seal only what is kept on these consent scopes, with commas",
} as const

interface Given {
  readonly "seal-keys"?: string
  readonly "seal-scopes"?: string
}

/** Undefined where nothing is sealed. */
export const readSealing = (options: Given, environment: Environment): SealingPlace | undefined => {
  const keys = options["seal-keys"] ?? environment.REMINISCE_SEALING_KEYS ?? ""
  if (keys === "") return undefined
  const listed = options["seal-scopes"] ?? environment.REMINISCE_SEALING_SCOPES ?? ""
  const scopes = listed.split(",").filter((scope) => scope !== "")
  return { keys, ...(scopes.length === 0 ? {} : { scopes }) }
}

/**
 * A folder that is not there may be a wrong name for one that is: new words would be sealed under other
 * keys, and a withdrawal would destroy none. So it is made by `--init` alone.
 */
export const sealingFault = (sealing: SealingPlace | undefined): string | undefined =>
  sealing === undefined || isFolder(sealing.keys)
    ? undefined
    : "there is no folder of keys where --seal-keys, or REMINISCE_SEALING_KEYS, says; give its path, or run with --init once"

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
