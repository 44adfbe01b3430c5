/**
 * What became of an owner's memories between two moments.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text))

export const diffCommand = defineCommand({
  name: "diff",
  summary: "what was added, superseded, forgotten or withdrawn of --owner's since then",
  positionals: ["INSTANT"],
  options: {
    to: { type: "string", value: "INSTANT", help: "until when (default now)" },
    subject: { type: "string", value: "NAMES", help: "also what is about them, with commas" },
    json: { type: "boolean", help: "print JSON" },
  },
  overServers: true,
  refuse: ({ options: { to }, positionals }) =>
    [...positionals, ...(to === undefined ? [] : [to])].every(isInstant)
      ? undefined
      : "an instant is written with its zone, such as 2026-11-30T00:00:00Z",
  run: async ({ environment, options, place, positionals: [from = ""], store }) => {
    const { json = false, subject, to } = options
    const { tellDiff } = await import("../tellDiff.ts")
    return tellDiff(
      { ...place, environment, sealing: undefined, store },
      { from, json, subject: subject?.split(",") ?? [], to },
    )
  },
})
