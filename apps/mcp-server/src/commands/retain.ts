/**
 * What was kept for long enough.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { ERASING, erasePlace } from "../erasure/erasureOptions.ts"
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
    ...ERASING,
  },
  overServers: true,
  refuse: ({ options }) => {
    const rules = readRetention(options)
    if (typeof rules === "string") return rules
    return options.until === undefined || Date.parse(options.until) <= Date.now()
      ? undefined
      : "--until is an instant that is not to come, such as 2026-11-30T00:00:00Z"
  },
  run: async (invocation) => {
    const { options } = invocation
    const rules = readRetention(options)
    // No word is shown and no key destroyed.
    const place = {
      ...erasePlace(invocation, typeof rules === "string" ? {} : rules),
      sealing: undefined,
    }
    const { previewingRetention, retaining } = await import("../erasure/retain.ts")
    const asked = options.until === undefined ? {} : { until: options.until }
    return options["dry-run"] === true
      ? previewingRetention(place, options, asked)
      : retaining(place, options, asked)
  },
})
