/**
 * A directory of memories, into an owner's own.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { readSealing, SEAL_KEYS, SEAL_SCOPES } from "../stores/sealing.ts"

export const importCommand = defineCommand({
  name: "import",
  summary: "take in a directory of .jsonl files, a memory a line",
  positionals: ["DIRECTORY"],
  options: { "seal-keys": SEAL_KEYS, "seal-scopes": SEAL_SCOPES },
  overServers: true,
  run: async ({ environment, options, place, store, positionals: [directory = ""] }) => {
    const { takeIn } = await import("../takeIn.ts")
    const sealing = readSealing(options, environment)
    return takeIn({ ...place, environment, sealing, store }, directory)
  },
})
