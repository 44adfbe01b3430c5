/**
 * A store of an older release, made one of this release.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const upgradeCommand = defineCommand({
  name: "upgrade",
  summary: "take a store of an older release to this one, after a backup beside it",
  run: async ({ place }) => {
    const { upgrade } = await import("../backup/upgrade.ts")
    return upgrade(place)
  },
})
