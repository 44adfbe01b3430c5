/**
 * What is checked before anything is served, and the sentence that says what to do.
 *
 * @module
 */
import { existsSync } from "node:fs"
import type { StoreError } from "@reminisce/store"
import type { Invalid } from "reminisce"
import type { Place } from "./Command.ts"

export const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Undefined when the store may be opened. */
export const absentStore = ({ filename }: Place, create: boolean): string | undefined =>
  create || filename === ":memory:" || existsSync(filename)
    ? undefined
    : `there is no store at ${filename}; leave out --no-create, or run with --init once`

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
        : `${filename} holds half an upgrade: if none is running, run reminisce-mcp upgrade again`
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
