/**
 * The index of recall, made anew.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const reindexCommand = defineCommand({
  name: "reindex",
  summary: "make the index of recall anew, for every owner",
  run: async ({ place }) => {
    const { reindex } = await import("../backup/reindex.ts")
    return reindex(place)
  },
})
