/**
 * `config`: what to paste into each MCP client.
 *
 * @module
 */

import { defineCommand } from "../Command.ts"
import { CLIENTS, clientConfig } from "../clientConfig.ts"

export const configCommand = defineCommand({
  name: "config",
  summary: "configurations to paste into MCP clients",
  options: {
    client: { type: "string", value: "NAME", help: `only this one: ${CLIENTS.join(", ")}` },
  },
  refuse: ({ options: { client } }) =>
    client === undefined || CLIENTS.some((name) => name === client)
      ? undefined
      : `--client is one of ${CLIENTS.join(", ")}`,
  overServers: true,
  run: async ({ options, place, store }) => {
    const client = CLIENTS.find((name) => name === options.client)
    process.stdout.write(clientConfig({ owner: place.owner, store, client }))
    return 0
  },
})
