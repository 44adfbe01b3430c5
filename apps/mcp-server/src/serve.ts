/**
 * Serves one owner's memory over standard input and output until the client is done.
 *
 * @module
 */
import { INSTRUCTIONS, memoryTools, StdioServer, ToolHost } from "@reminisce/mcp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { parseOwner } from "reminisce"
import type { Place } from "./Command.ts"
import { say, storeFault } from "./preflight.ts"
import { type MemoryPlace, memoryLayer } from "./stores/memoryLayer.ts"
import { version } from "./version.ts"

export interface ServeOptions extends Place, MemoryPlace {
  readonly legacyOnly: boolean
  readonly create: boolean
  readonly readOnly: boolean
}

export const serve = async (options: ServeOptions): Promise<number> => {
  const memory = await memoryLayer(options, options.create)
  if (typeof memory === "string") {
    say(`reminisce-mcp: ${memory}`)
    return 1
  }
  const owner = Option.getOrThrow(parseOwner(options.owner))
  const served = Effect.gen(function* () {
    const host = yield* Effect.orDie(
      ToolHost.make(memoryTools(owner, { readOnly: options.readOnly })),
    )
    const sealed = options.sealing === undefined ? "" : ", words about people sealed"
    say(`reminisce-mcp ${version}: ${options.owner}, kept in ${options.filename}${sealed}`)
    return yield* StdioServer.run({
      host,
      info: { name: "reminisce", title: "reminisce", version, instructions: INSTRUCTIONS },
      legacyOnly: options.legacyOnly,
    })
  })
  return Effect.runPromise(
    served.pipe(
      Effect.provide(memory),
      Effect.provide(Layer.succeed(Logger.LogToStderr, true)),
      Effect.catch((error) =>
        Effect.sync(() => {
          say(`reminisce-mcp: ${storeFault(options, options.store, error)}`)
          return 1
        }),
      ),
    ),
  )
}
