/**
 * One memory, emptied.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { ERASING, erasePlace, needsReason, SEALING } from "../erasure/erasureOptions.ts"

export const redactCommand = defineCommand({
  name: "redact",
  summary: "empty one memory of --owner, such as one that holds a pasted secret",
  positionals: ["KEY"],
  options: {
    reason: {
      type: "string",
      value: "TEXT",
      help: "why; kept, so it must not quote what is erased",
    },
    ...ERASING,
    ...SEALING,
  },
  overServers: true,
  refuse: (invocation) =>
    invocation.options["dry-run"] === true ? undefined : needsReason(invocation),
  run: async (invocation) => {
    const {
      options,
      positionals: [key = ""],
    } = invocation
    const { previewingRedact, redacting } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewingRedact(erasePlace(invocation), options, key)
      : redacting(erasePlace(invocation), options, key, options.reason ?? "")
  },
})
