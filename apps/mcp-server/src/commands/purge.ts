/**
 * A person's words, and the person.
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
  RECEIPT,
} from "../erasure/erasureOptions.ts"
import { readSealing, SEAL_KEYS } from "../stores/sealing.ts"

export const purgeCommand = defineCommand({
  name: "purge",
  summary: "withdraw, and remove the person and every link to them as well",
  positionals: ["PERSON"],
  options: {
    confirm: { type: "boolean", help: "it cannot be undone" },
    by: BY,
    "dry-run": DRY_RUN,
    keep: KEEP,
    backups: BACKUPS,
    receipt: RECEIPT,
    json: JSON_ONLY,
    "seal-keys": SEAL_KEYS,
  },
  overServers: true,
  refuse: ({ options: { confirm, "dry-run": dryRun } }) =>
    confirm === true || dryRun === true ? undefined : "purge needs --confirm: it cannot be undone",
  run: async ({ environment, options, place: where, positionals: [person = ""], store }) => {
    const { receipt, json = false } = options
    const sealing = readSealing(options, environment)
    const place = { ...where, environment, sealing, settings: keeping(options), store }
    const { previewing, purging } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewing(place, json, person, {})
      : purging(place, { ...options, json, receipt }, person, { confirm: true })
  },
})
