/**
 * A person's words, and the person.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { ERASING, erasePlace, SEALING } from "../erasure/erasureOptions.ts"

export const purgeCommand = defineCommand({
  name: "purge",
  summary: "withdraw, and remove the person and every link to them as well",
  positionals: ["PERSON"],
  options: {
    confirm: { type: "boolean", help: "it cannot be undone" },
    ...ERASING,
    ...SEALING,
  },
  overServers: true,
  refuse: ({ options: { confirm, "dry-run": dryRun } }) =>
    confirm === true || dryRun === true ? undefined : "purge needs --confirm: it cannot be undone",
  run: async (invocation) => {
    const {
      options,
      positionals: [person = ""],
    } = invocation
    const { previewing, purging } = await import("../erasure/erase.ts")
    return options["dry-run"] === true
      ? previewing(erasePlace(invocation), options, person, {}, [
          "the person and every link to them would be removed",
        ])
      : purging(erasePlace(invocation), options, person, { confirm: true })
  },
})
