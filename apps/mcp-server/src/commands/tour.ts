/**
 * `tour`: what it can do, shown on invented memories.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const tourCommand = defineCommand({
  name: "tour",
  summary: "a short tour on invented memories; then, at a terminal, a prompt on your own",
  run: async ({ place }) => (await import("../tour.ts")).tour(place),
})
