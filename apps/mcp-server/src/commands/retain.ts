/**
 * What was kept for long enough.
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
import { readRetention } from "../erasure/retention.ts"

export const retainCommand = defineCommand({
  name: "retain",
  summary: "empty what is about people and older than --affect-days or --scope-days allow",
  options: {
    "affect-days": { type: "string", value: "N", help: "days affects about people are kept" },
    "scope-days": {
      type: "string",
      value: "NAME=N,…",
      help: "days memories about people are kept, by consent scope",
    },
    until: {
      type: "string",
      value: "INSTANT",
      help: "count the days back from then (default now)",
    },
    by: BY,
    "dry-run": DRY_RUN,
    keep: KEEP,
    backups: BACKUPS,
    receipt: RECEIPT,
    json: JSON_ONLY,
  },
  overServers: true,
  refuse: ({ options }) => {
    const rules = readRetention(options)
    if (typeof rules === "string") return rules
    return options.until === undefined || Date.parse(options.until) <= Date.now()
      ? undefined
      : "--until is an instant that is not to come, such as 2026-11-30T00:00:00Z"
  },
  run: async ({ environment, options, place: where, store }) => {
    const { json = false, receipt, until } = options
    const rules = readRetention(options)
    const settings = { ...keeping(options), ...(typeof rules === "string" ? {} : rules) }
    const place = { ...where, environment, sealing: undefined, settings, store }
    const { previewingRetention, retaining } = await import("../erasure/retain.ts")
    const asked = until === undefined ? {} : { until }
    return options["dry-run"] === true
      ? previewingRetention(place, json, asked)
      : retaining(place, { ...options, json, receipt }, asked)
  },
})
