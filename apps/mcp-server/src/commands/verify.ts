/**
 * What an erasure has left.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { JSON_ONLY } from "../erasure/erasureOptions.ts"
import { readSealing, SEAL_KEYS } from "../stores/sealing.ts"

export const verifyCommand = defineCommand({
  name: "verify",
  summary: "check what an erasure has left, and complete it. Status 0: clean, 4: not clean",
  positionals: ["PERSON"],
  options: {
    words: {
      type: "string",
      value: "PATH",
      help: "a file of words to look for in every text, one a line",
    },
    json: JSON_ONLY,
    "seal-keys": SEAL_KEYS,
  },
  overServers: true,
  run: async ({ environment, options, place, positionals: [person = ""], store }) => {
    const { json = false, words } = options
    const sealing = readSealing(options, environment)
    const { verifying } = await import("../erasure/erase.ts")
    return verifying({ ...place, environment, sealing, store }, json, person, words)
  },
})
