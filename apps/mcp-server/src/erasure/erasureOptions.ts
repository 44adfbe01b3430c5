/**
 * Options the erasure commands share, and the place they make of them.
 *
 * @module
 */
import type { Invocation } from "../Command.ts"
import { readSealing, SEAL_KEYS } from "../stores/sealing.ts"
import type { ErasePlace } from "./erase.ts"

export const BY = { type: "string", value: "NAME", help: "who stands for it" } as const

export const REASON = {
  type: "string",
  value: "TEXT",
  help: "why; kept until a purge, so it must not quote the person",
} as const

const RECEIPT = {
  type: "string",
  value: "PATH",
  help: "write the receipt as JSON to a new file as well",
} as const

const BACKUPS = {
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

const DRY_RUN = {
  type: "boolean",
  help: "say what would be reached, and change nothing",
} as const

/** Of whatever gives a receipt and can be tried. */
export const ERASING = {
  by: BY,
  "dry-run": DRY_RUN,
  keep: KEEP,
  backups: BACKUPS,
  receipt: RECEIPT,
  json: JSON_ONLY,
} as const

/** Of whatever shows words, or destroys a key. */
export const SEALING = { "seal-keys": SEAL_KEYS } as const

interface Given {
  readonly keep?: string
  readonly "seal-keys"?: string
}

/** Where an erasure works, and by which settings: `more` beside those given. */
export const erasePlace = (
  {
    environment,
    options,
    place,
    store,
  }: Pick<Invocation, "environment" | "place" | "store"> & { readonly options: Given },
  more: ErasePlace["settings"] = {},
): ErasePlace => ({
  ...place,
  environment,
  sealing: readSealing(options, environment),
  settings: { ...keeping(options), ...more },
  store,
})

const keeping = ({ keep }: Given): ErasePlace["settings"] =>
  keep === undefined ? {} : { withdrawKeep: keep.split(",").filter((name) => name !== "") }

export const needsReason = ({
  options: { reason },
}: {
  readonly options: { readonly reason?: string }
}): string | undefined =>
  reason === undefined || reason === ""
    ? "--reason TEXT is needed, and must not quote what is erased"
    : undefined
