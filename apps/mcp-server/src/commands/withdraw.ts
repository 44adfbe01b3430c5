/**
 * A person's words, out of every owner's memories.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { BY, DRY_RUN, JSON_ONLY, needsReason, REASON, RECEIPT } from "../erasure/erasureOptions.ts"

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
    receipt: RECEIPT,
    json: JSON_ONLY,
  },
  refuse: (invocation) => {
    const { only, "dry-run": dryRun } = invocation.options
    if (only !== undefined && limitOf(only) === undefined) return "--only is affect or persona"
    return dryRun === true ? undefined : needsReason(invocation)
  },
  run: async ({ options, place, positionals: [person = ""] }) => {
    const { reason = "", by, receipt, json = false } = options
    const only = limitOf(options.only)
    const limited = only === undefined ? {} : { only }
    const { previewing, withdrawing } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewing(place, person, limited)
      : withdrawing(place, { json, receipt }, person, reason, {
          ...limited,
          ...(by === undefined ? {} : { by }),
        })
  },
})

const limitOf = (only: string | undefined) =>
  (["affect", "persona"] as const).find((each) => each === only)
