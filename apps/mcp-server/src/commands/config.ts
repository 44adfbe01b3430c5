/**
 * `config`: what to paste into each MCP client.
 *
 * @module
 */

import { defineCommand } from "../Command.ts"
import { CLIENTS, clientConfig } from "../clientConfig.ts"
import { readSealing, SEAL_KEYS, SEAL_SCOPES } from "../stores/sealing.ts"

export const configCommand = defineCommand({
  name: "config",
  summary: "configurations to paste into MCP clients",
  options: {
    client: { type: "string", value: "NAME", help: `only this one: ${CLIENTS.join(", ")}` },
    "seal-keys": SEAL_KEYS,
    "seal-scopes": SEAL_SCOPES,
  },
  refuse: ({ options: { client } }) =>
    client === undefined || CLIENTS.some((name) => name === client)
      ? undefined
      : `--client is one of ${CLIENTS.join(", ")}`,
  overServers: true,
  run: async ({ environment, options, place, store }) => {
    const client = CLIENTS.find((name) => name === options.client)
    const sealing = readSealing(options, environment)
    process.stdout.write(clientConfig({ owner: place.owner, store, sealing, client }))
    return 0
  },
})
