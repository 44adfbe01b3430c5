/**
 * Erasures that a restored backup does not know of, once more.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { BY, erasePlace, KEEP, SEALING } from "../erasure/erasureOptions.ts"

export const repeatCommand = defineCommand({
  name: "repeat",
  summary:
    "withdraw, purge or redact once more what these receipts say, after an older backup was restored",
  positionals: ["RECEIPT"],
  rest: "RECEIPT",
  options: { by: BY, keep: KEEP, ...SEALING },
  overServers: true,
  run: async (invocation) => {
    const { repeating } = await import("../erasure/repeat.ts")
    return repeating(erasePlace(invocation), invocation.positionals, invocation.options.by)
  },
})
