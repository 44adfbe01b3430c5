/**
 * A directory of memories, into an owner's own.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const importCommand = defineCommand({
  name: "import",
  summary: "take in a directory of .jsonl files, a memory a line",
  positionals: ["DIRECTORY"],
  run: async ({ place, positionals: [directory = ""] }) => {
    const { takeIn } = await import("../takeIn.ts")
    return takeIn(place, directory)
  },
})
