/**
 * One memory, emptied.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { BY, JSON_ONLY, needsReason, REASON, RECEIPT } from "../erasure/erasureOptions.ts"

export const redactCommand = defineCommand({
  name: "redact",
  summary: "empty one memory of --owner, such as one that holds a pasted secret",
  positionals: ["KEY"],
  options: { reason: REASON, by: BY, receipt: RECEIPT, json: JSON_ONLY },
  refuse: needsReason,
  run: async ({ options, place, positionals: [key = ""] }) => {
    const { reason = "", by, receipt, json = false } = options
    const { redacting } = await import("../erasure/erase.ts")
    return redacting(place, { json, receipt }, key, reason, by === undefined ? {} : { by })
  },
})
