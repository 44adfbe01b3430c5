/**
 * What an erasure has left.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { JSON_ONLY } from "../erasure/erasureOptions.ts"

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
  },
  run: async ({ options: { json = false, words }, place, positionals: [person = ""] }) => {
    const { verifying } = await import("../erasure/erase.ts")
    return verifying(place, json, person, words)
  },
})
