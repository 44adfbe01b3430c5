/**
 * What an erasure has left.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { erasePlace, JSON_ONLY, KEEP, SEALING } from "../erasure/erasureOptions.ts"

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
    keep: KEEP,
    json: JSON_ONLY,
    ...SEALING,
  },
  overServers: true,
  run: async (invocation) => {
    const {
      options,
      positionals: [person = ""],
    } = invocation
    const { verifying } = await import("../erasure/erase.ts")
    return verifying(erasePlace(invocation), options, person, options.words)
  },
})
