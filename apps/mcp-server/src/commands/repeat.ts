/**
 * Erasures that a restored backup does not know of, once more.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { BY, KEEP, keeping } from "../erasure/erasureOptions.ts"
import { readSealing, SEAL_KEYS } from "../stores/sealing.ts"

export const repeatCommand = defineCommand({
  name: "repeat",
  summary:
    "withdraw or purge once more what these receipts say, after an older backup was restored",
  positionals: ["RECEIPT"],
  rest: "RECEIPT",
  options: { by: BY, keep: KEEP, "seal-keys": SEAL_KEYS },
  overServers: true,
  run: async ({ environment, options, place, positionals, store }) => {
    const sealing = readSealing(options, environment)
    const { repeating } = await import("../erasure/repeat.ts")
    return repeating(
      { ...place, environment, sealing, settings: keeping(options), store },
      positionals,
      options.by,
    )
  },
})
