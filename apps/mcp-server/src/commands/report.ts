/**
 * What is held about a person.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { JSON_ONLY } from "../erasure/erasureOptions.ts"
import { readSealing, SEAL_KEYS } from "../stores/sealing.ts"

export const reportCommand = defineCommand({
  name: "report",
  summary: "all that is held about a person, over every owner",
  positionals: ["PERSON"],
  options: { json: JSON_ONLY, "seal-keys": SEAL_KEYS },
  overServers: true,
  run: async ({ environment, options, place, positionals: [person = ""], store }) => {
    const sealing = readSealing(options, environment)
    const { reporting } = await import("../erasure/erase.ts")
    return reporting({ ...place, environment, sealing, store }, options.json === true, person)
  },
})
