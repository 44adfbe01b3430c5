/**
 * The commands that answer a person's request, as data.
 *
 * @module
 */
import type { Place } from "../Command.ts"

export const ERASURE_COMMANDS = ["withdraw", "purge", "redact", "report", "verify"] as const
type Verb = (typeof ERASURE_COMMANDS)[number]

export interface EraseCommand extends Place {
  readonly _tag: "Erase"
  readonly verb: Verb
  /** A person's pseudonym; for `redact` a memory's key. */
  readonly target: string
  readonly reason: string
  readonly by: string | undefined
  readonly only: "affect" | "persona" | undefined
  readonly confirm: boolean
  readonly dryRun: boolean
  readonly json: boolean
  /** Where the receipt, or the report, goes as JSON. */
  readonly receipt: string | undefined
  /** A file with words to look for, one a line. */
  readonly words: string | undefined
}

export const ERASURE_OPTIONS = {
  reason: { type: "string" },
  by: { type: "string" },
  only: { type: "string" },
  confirm: { type: "boolean" },
  "dry-run": { type: "boolean" },
  json: { type: "boolean" },
  receipt: { type: "string" },
  words: { type: "string" },
} as const

type Values = {
  readonly [name in keyof typeof ERASURE_OPTIONS]?: string | boolean | undefined
}

export const ERASURE_USAGE = `
erasure (for the host; works on every owner of the store)
  report PERSON      all that is held about a person (--json, --receipt PATH)
  withdraw PERSON    take a person's words out of the store (--reason TEXT)
  purge PERSON       withdraw, and remove the person as well (--confirm)
  redact KEY         empty one memory of --owner (--reason TEXT)
  verify PERSON      check what an erasure has left, and complete it (--words PATH)

  --reason TEXT      why; kept until a purge, so it must not quote the person
  --by NAME          who stands for it
  --only affect|persona
                     withdraw only the person's affects, or the strands about them
  --dry-run          say what would be reached, and change nothing
  --receipt PATH     write the receipt, or the report, as JSON to a new file
  --words PATH       a file of words to look for in every text, one a line
`

export const isErasure = (command: string): command is Verb =>
  ERASURE_COMMANDS.some((verb) => verb === command)

/** Or the sentence that says what is wrong. */
export const readErasure = (
  verb: Verb,
  targets: ReadonlyArray<string>,
  values: Values,
  place: Place,
): EraseCommand | string => {
  const text = (name: keyof Values): string | undefined => {
    const value = values[name]
    return typeof value === "string" ? value : undefined
  }
  const [target, ...more] = targets
  if (target === undefined || more.length > 0)
    return `${verb} takes one ${verb === "redact" ? "key" : "person"}; see --help`
  const reason = text("reason")
  if (reason === undefined && (verb === "withdraw" || verb === "redact"))
    return `${verb} needs --reason TEXT, in words that are not the person's`
  const only = (["affect", "persona"] as const).find((each) => each === values.only)
  if (values.only !== undefined && only === undefined) return "--only is affect or persona"
  if (only !== undefined && verb !== "withdraw") return "--only is for withdraw"
  if (verb === "purge" && values.confirm !== true && values["dry-run"] !== true)
    return "purge needs --confirm: it cannot be undone"
  if (values["dry-run"] === true && verb !== "withdraw" && verb !== "purge")
    return "--dry-run is for withdraw and purge"
  return {
    _tag: "Erase",
    ...place,
    verb,
    target,
    reason: reason ?? "",
    by: text("by"),
    only,
    confirm: values.confirm === true,
    dryRun: values["dry-run"] === true,
    json: values.json === true,
    receipt: text("receipt"),
    words: text("words"),
  }
}
