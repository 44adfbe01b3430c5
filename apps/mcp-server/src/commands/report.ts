/**
 * What is held about a person.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { JSON_ONLY } from "../erasure/erasureOptions.ts"

export const reportCommand = defineCommand({
  name: "report",
  summary: "all that is held about a person, over every owner",
  positionals: ["PERSON"],
  options: { json: JSON_ONLY },
  run: async ({ options: { json = false }, place, positionals: [person = ""] }) => {
    const { reporting } = await import("../erasure/erase.ts")
    return reporting(place, json, person)
  },
})
