/**
 * Options the erasure commands share.
 *
 * @module
 */

export const BY = { type: "string", value: "NAME", help: "who stands for it" } as const

export const REASON = {
  type: "string",
  value: "TEXT",
  help: "why; kept until a purge, so it must not quote the person",
} as const

export const RECEIPT = {
  type: "string",
  value: "PATH",
  help: "write the receipt as JSON to a new file as well",
} as const

export const BACKUPS = {
  type: "string",
  value: "FOLDER",
  help: "name the backups in it, with their dates, as not reached",
} as const

export const KEEP = {
  type: "string",
  value: "NAMES",
  help: "attributes of your own that stay, with commas: identifiers, never words",
} as const

export const JSON_ONLY = { type: "boolean", help: "print JSON" } as const

export const DRY_RUN = {
  type: "boolean",
  help: "say what would be reached, and change nothing",
} as const

/** For the settings of an erasure. */
export const keeping = ({
  keep,
}: {
  readonly keep?: string
}): { readonly withdrawKeep?: ReadonlyArray<string> } =>
  keep === undefined ? {} : { withdrawKeep: keep.split(",").filter((name) => name !== "") }

export const needsReason = ({
  options: { reason },
}: {
  readonly options: { readonly reason?: string }
}): string | undefined =>
  reason === undefined || reason === ""
    ? "--reason TEXT is needed, in words that are not the person's"
    : undefined
