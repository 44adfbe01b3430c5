/**
 * Without a name: serves the memory to the client at the other end of standard input and output.
 *
 * @module
 */
import { defineCommand } from "../Command.ts"
import { readSealing, SEAL_KEYS, SEAL_SCOPES } from "../stores/sealing.ts"
import { NO_CREATE, READ_ONLY } from "./storeOptions.ts"

export const serveCommand = defineCommand({
  name: "serve",
  summary: "serve one owner's memory to an MCP client; what runs when no command is named",
  options: {
    "no-create": NO_CREATE,
    "read-only": READ_ONLY,
    "seal-keys": SEAL_KEYS,
    "seal-scopes": SEAL_SCOPES,
    upgrade: {
      type: "boolean",
      help: "a store of an older release is backed up and upgraded first",
    },
    init: { type: "boolean", help: "make the store and stop" },
    "legacy-only": { type: "boolean", help: "speak protocol revisions up to 2025-11-25 only" },
  },
  overServers: true,
  run: async ({ environment, options, place, store }) => {
    const sealing = readSealing(options, environment)
    if (options.init === true) {
      const { initialise } = await import("../initialise.ts")
      return initialise({ ...place, store, environment, sealing })
    }
    if (options.upgrade === true) {
      const { upgrade } = await import("../backup/upgrade.ts")
      const status = await upgrade({
        ...place,
        store,
        environment,
        backup: undefined,
        mayBeAbsent: true,
      })
      if (status !== 0) return status
    }
    const { serve } = await import("../serve.ts")
    return serve({
      ...place,
      store,
      environment,
      sealing,
      legacyOnly: options["legacy-only"] ?? false,
      create: !(options["no-create"] ?? false),
      readOnly: options["read-only"] ?? false,
    })
  },
})
