/**
 * What is held about a person.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { erasePlace, JSON_ONLY, SEALING } from "../erasure/erasureOptions.ts"

export const reportCommand = defineCommand({
  name: "report",
  summary: "all that is held about a person, over every owner",
  positionals: ["PERSON"],
  options: { json: JSON_ONLY, ...SEALING },
  overServers: true,
  run: async (invocation) => {
    const {
      options,
      positionals: [person = ""],
    } = invocation
    const { reporting } = await import("../erasure/erase.ts")
    return reporting(erasePlace(invocation), options, person)
  },
})
