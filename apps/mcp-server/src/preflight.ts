/**
 * What is checked before anything is served, and the sentence that says what to do.
 *
 * @module
 */
import { existsSync } from "node:fs"
import type { NoPlace, StoreError } from "@reminisce/store"
import type { Invalid } from "reminisce"
import type { Place } from "./Command.ts"
import { passwordVariable, type StoreAddress } from "./stores/StoreAddress.ts"

export const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Undefined when the file may be opened. */
export const absentFile = (filename: string, create: boolean): string | undefined =>
  create || filename === ":memory:" || existsSync(filename)
    ? undefined
    : `there is no store at ${filename}; leave out --no-create, or run with --init once`

/** The same for any store: where it is a server, other things help. */
export const storeFault = (
  place: Place,
  store: StoreAddress,
  error: StoreError | Invalid,
): string => {
  if (store.kind === "sqlite" || error._tag === "Invalid") return openFault(place, error)
  const { filename } = place
  const { reason } = error
  switch (reason._tag) {
    case "Unavailable":
      return `${filename} does not answer; check that it runs and that the address is right, then try again`
    case "NotAStore":
      return `${filename} holds something that is not a reminisce store (${reason.rule}); nothing was changed. Give another database`
    case "NoPlace":
      return NO_PLACE[reason.rule](filename, passwordVariable(store))
    default:
      return openFault(place, error)
  }
}

const NO_PLACE: Readonly<Record<NoPlace["rule"], (filename: string, variable: string) => string>> =
  {
    permission: (filename, variable) =>
      `${filename} refuses the user or the password, or the user may not make tables there; check ${variable} in the environment and the user's rights`,
    missing: (filename) =>
      `there is no such database: ${filename}. Make it on the server, or give another`,
    "read-only": (filename) =>
      `${filename} takes no writes; give the address of the primary server`,
    full: (filename) => `${filename} has no space left; find some on the server, and start again`,
    "file-system": (filename) => `${filename} has trouble with its disk; check the server`,
  }

/** Why a store could not be opened, and what helps. */
export const openFault = ({ filename }: Place, error: StoreError | Invalid): string => {
  if (error._tag === "Invalid") return `the setting ${error.field} is wrong: ${error.rule}`
  const { reason } = error
  switch (reason._tag) {
    case "NotAStore":
      return `${filename} is not a reminisce store (${reason.rule}); nothing was changed. Give another path with --store sqlite:PATH`
    case "NoPlace":
      return `${filename} cannot be used as a store (${reason.rule}). Check the folder, its permissions and the space left, or give another path with --store sqlite:PATH`
    case "SchemaMismatch":
      return reason.stored > reason.expected
        ? `${filename} was written by a newer reminisce (schema ${reason.stored}); update reminisce-mcp`
        : `${filename} was written by an older reminisce (schema ${reason.stored}); run reminisce-mcp upgrade, or start with --upgrade`
    case "Unfinished":
      return reason.work === "restoring"
        ? `${filename} holds half a restore: if none is running, remove the file and restore again`
        : `${filename} holds half an upgrade: if none is running, run reminisce-mcp upgrade again, of the release that began it`
    case "SchemaDiffers":
      return `${filename} holds other definitions (${reason.facts.join("; ")}); nothing was changed. Give another path with --store sqlite:PATH`
    case "Contended":
    case "Moved":
    case "Unavailable":
      return `${filename} is held by another process; try again, or find what keeps it open`
    case "OutcomeUnknown":
      return `it is not known whether ${filename} was written; start again, which finds out`
    case "OptionRefused":
      return `the store cannot be opened with this ${reason.option} (${reason.rule}); leave it out`
    case "Behind":
    case "PlanRefused":
    case "PlanTooLarge":
    case "QuestionRefused":
    case "Unsupported":
      return `${filename} cannot be served by this version (${reason._tag}); run reminisce-mcp doctor, and report it with what that says`
  }
}
