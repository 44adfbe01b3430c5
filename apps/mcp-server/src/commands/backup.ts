/**
 * Everything a store holds, in a directory.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const backupCommand = defineCommand({
  name: "backup",
  summary: "write everything the store holds to a new directory",
  positionals: ["DIRECTORY"],
  options: {
    since: {
      type: "string",
      value: "DIRECTORY",
      help: "only what changed since that backup, which has marks",
    },
    marks: { type: "boolean", help: "so that a later backup can be of what changed since" },
    lock: { type: "boolean", help: "encrypt it, by the environment's key" },
  },
  overServers: true,
  run: async ({ environment, options, place, store, positionals: [directory = ""] }) => {
    const { backUp } = await import("../backup/backUp.ts")
    const { lock = false, marks = false, since } = options
    return backUp({ ...place, directory, environment, lock, marks, since, store })
  },
})
