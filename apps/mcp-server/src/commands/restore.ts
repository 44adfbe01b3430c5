/**
 * A backup, back in a store.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const restoreCommand = defineCommand({
  name: "restore",
  summary: "bring a backup back, into a store that is absent or empty",
  positionals: ["DIRECTORY"],
  rest: "INCREMENT",
  options: {
    "on-secret": {
      type: "string",
      value: "refuse|hold",
      help: "what becomes of a memory that holds a credential (default: refuse)",
    },
  },
  refuse: ({ options: { "on-secret": onSecret = "refuse" } }) =>
    onSecret === "refuse" || onSecret === "hold" ? undefined : "--on-secret is refuse or hold",
  overServers: true,
  run: async ({ environment, options, place, store, positionals: directories }) => {
    const { restore } = await import("../backup/restore.ts")
    const onSecret = options["on-secret"] === "hold" ? "hold" : "refuse"
    return restore({ ...place, directories, environment, onSecret, store })
  },
})
