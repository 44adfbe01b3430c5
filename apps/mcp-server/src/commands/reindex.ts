/**
 * The index of recall, made anew.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const reindexCommand = defineCommand({
  name: "reindex",
  summary: "make the index of recall anew, for every owner",
  overServers: true,
  run: async ({ environment, place, store }) => {
    const { reindex } = await import("../backup/reindex.ts")
    return reindex({ ...place, environment, store })
  },
})
