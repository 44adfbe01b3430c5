/**
 * `prompt`: a person's own memory at a terminal.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const promptCommand = defineCommand({
  name: "prompt",
  summary: "a prompt on your own memory",
  run: async ({ place }) => (await import("../prompt.ts")).prompt(place),
})
