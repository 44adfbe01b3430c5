/**
 * `token`: a new bearer token for `serve-http`, and the entry that makes it known.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"

export const tokenCommand = defineCommand({
  name: "token",
  summary: "a new token for serve-http, and its entry for the tokens file; kept nowhere",
  options: {
    days: { type: "string", value: "N", help: "how long it is good for (default 90)" },
    access: { type: "string", value: "KIND", help: "read or write (default)" },
    audience: { type: "string", value: "URL", help: "the server it is for" },
  },
  refuse: ({ options: { access = "write", days = "1" } }) => {
    if (access !== "read" && access !== "write") return "--access is read or write"
    return /^[1-9]\d{0,3}$/.test(days) ? undefined : "--days is a whole number from 1 to 9999"
  },
  overServers: true,
  run: async ({ options, place }) => {
    const { makeToken } = await import("../makeToken.ts")
    process.stdout.write(
      makeToken({
        owner: place.owner,
        access: options.access ?? "write",
        days: Number(options.days ?? 90),
        audience: options.audience,
      }),
    )
    return 0
  },
})
