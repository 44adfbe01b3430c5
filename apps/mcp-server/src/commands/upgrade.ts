/**
 * A store of an older release, made one of this release.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const upgradeCommand = defineCommand({
  name: "upgrade",
  summary: "take a store of an older release to this one, after a backup",
  options: {
    backup: {
      type: "string",
      value: "DIRECTORY",
      help: "where the backup goes (default: beside the file, or in the data folder)",
    },
  },
  overServers: true,
  run: async ({ environment, options: { backup }, place, store }) => {
    const { upgrade } = await import("../backup/upgrade.ts")
    return upgrade({ ...place, backup, environment, store })
  },
})
