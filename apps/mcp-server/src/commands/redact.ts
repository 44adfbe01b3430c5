/**
 * One memory, emptied.
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

export const redactCommand = defineCommand({
  name: "redact",
  summary: "empty one memory of --owner, such as one that holds a pasted secret",
  positionals: ["KEY"],
  options: {
    reason: REASON,
    by: BY,
    "dry-run": DRY_RUN,
    keep: KEEP,
    backups: BACKUPS,
    receipt: RECEIPT,
    json: JSON_ONLY,
    "seal-keys": SEAL_KEYS,
  },
  overServers: true,
  refuse: (invocation) =>
    invocation.options["dry-run"] === true ? undefined : needsReason(invocation),
  run: async ({ environment, options, place: where, positionals: [key = ""], store }) => {
    const { reason = "", receipt, json = false } = options
    const sealing = readSealing(options, environment)
    const place = { ...where, environment, sealing, settings: keeping(options), store }
    const { previewingRedact, redacting } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewingRedact(place, json, key)
      : redacting(place, { ...options, json, receipt }, key, reason)
  },
})
