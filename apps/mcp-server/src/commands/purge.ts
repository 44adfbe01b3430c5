/**
 * A person's words, and the person.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { BY, DRY_RUN, JSON_ONLY, RECEIPT } from "../erasure/erasureOptions.ts"

export const purgeCommand = defineCommand({
  name: "purge",
  summary: "withdraw, and remove the person and every link to them as well",
  positionals: ["PERSON"],
  options: {
    confirm: { type: "boolean", help: "it cannot be undone" },
    by: BY,
    "dry-run": DRY_RUN,
    receipt: RECEIPT,
    json: JSON_ONLY,
  },
  refuse: ({ options: { confirm, "dry-run": dryRun } }) =>
    confirm === true || dryRun === true ? undefined : "purge needs --confirm: it cannot be undone",
  run: async ({ options, place, positionals: [person = ""] }) => {
    const { by, receipt, json = false } = options
    const { previewing, purging } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewing(place, person, {})
      : purging(place, { json, receipt }, person, {
          confirm: true,
          ...(by === undefined ? {} : { by }),
        })
  },
})
