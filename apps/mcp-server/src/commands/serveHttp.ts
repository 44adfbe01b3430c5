/**
 * `serve-http`: serves memories over Streamable HTTP.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { readSealing, SEAL_KEYS, SEAL_SCOPES } from "../stores/sealing.ts"
import { NO_CREATE, READ_ONLY } from "./storeOptions.ts"

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

const list = (text: string | undefined): ReadonlyArray<string> | undefined =>
  text?.split(",").filter((name) => name !== "")

export const serveHttpCommand = defineCommand({
  name: "serve-http",
  summary: "serve memories over Streamable HTTP, at /mcp",
  options: {
    port: { type: "string", value: "N", help: "where it listens (default 8642; 0: any free one)" },
    host: { type: "string", value: "ADDRESS", help: "and on which address (default 127.0.0.1)" },
    tokens: { type: "string", value: "FILE", help: "who may ask, and for whose memory; see token" },
    audience: { type: "string", value: "URL", help: "accept only tokens issued for this" },
    "allow-host": { type: "string", value: "NAMES", help: "names requests may use, with commas" },
    "allow-origin": { type: "string", value: "NAMES", help: "hosts of web pages that may ask" },
    rate: { type: "string", value: "N", help: "requests a second for each token (default 200)" },
    "no-create": NO_CREATE,
    "read-only": READ_ONLY,
    "seal-keys": SEAL_KEYS,
    "seal-scopes": SEAL_SCOPES,
  },
  refuse: ({ options: { port = "0", rate = "1" } }) => {
    if (!isPort(port)) return "--port is a number up to 65535"
    return /^[1-9]\d{0,6}$/.test(rate) ? undefined : "--rate is a whole number from 1"
  },
  overServers: true,
  run: async ({ environment, options, place, store }) => {
    const { serveHttp } = await import("../serveHttp.ts")
    return serveHttp({
      ...place,
      store,
      environment,
      sealing: readSealing(options, environment),
      port: Number(options.port ?? 8_642),
      host: options.host ?? "127.0.0.1",
      tokensFile: options.tokens,
      audience: options.audience,
      allowedHosts: list(options["allow-host"]),
      allowedOrigins: list(options["allow-origin"]),
      perSecond: Number(options.rate ?? 200),
      create: !(options["no-create"] ?? false),
      readOnly: options["read-only"] ?? false,
    })
  },
})
