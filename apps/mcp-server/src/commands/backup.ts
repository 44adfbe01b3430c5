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
  run: async ({ place, positionals: [directory = ""] }) => {
    const { backUp } = await import("../backup/backUp.ts")
    return backUp({ ...place, directory })
  },
})
