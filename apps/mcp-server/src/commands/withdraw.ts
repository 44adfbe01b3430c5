/**
 * A person's words, out of every owner's memories.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import {
  BACKUPS,
  BY,
  DRY_RUN,
  JSON_ONLY,
  KEEP,
  keeping,
  needsReason,
  REASON,
  RECEIPT,
} from "../erasure/erasureOptions.ts"
import { readSealing, SEAL_KEYS } from "../stores/sealing.ts"

export const withdrawCommand = defineCommand({
  name: "withdraw",
  summary: "take a person's words out of every owner's memories, for good",
  positionals: ["PERSON"],
  options: {
    reason: REASON,
    by: BY,
    only: {
      type: "string",
      value: "affect|persona",
      help: "the person's affects alone, or the strands about them",
    },
    "dry-run": DRY_RUN,
    keep: KEEP,
    backups: BACKUPS,
    receipt: RECEIPT,
    json: JSON_ONLY,
    "seal-keys": SEAL_KEYS,
  },
  overServers: true,
  refuse: (invocation) => {
    const { only, "dry-run": dryRun } = invocation.options
    if (only !== undefined && limitOf(only) === undefined) return "--only is affect or persona"
    return dryRun === true ? undefined : needsReason(invocation)
  },
  run: async ({ environment, options, place: where, positionals: [person = ""], store }) => {
    const { reason = "", receipt, json = false } = options
    const only = limitOf(options.only)
    const limited = only === undefined ? {} : { only }
    const sealing = readSealing(options, environment)
    const place = { ...where, environment, sealing, settings: keeping(options), store }
    const { previewing, withdrawing } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewing(place, json, person, limited)
      : withdrawing(place, { ...options, json, receipt }, person, reason, limited)
  },
})

const limitOf = (only: string | undefined) =>
  (["affect", "persona"] as const).find((each) => each === only)
