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
import { layer, parseOwner } from "reminisce"
import type { Place } from "./Command.ts"
import { absentStore, openFault, say } from "./preflight.ts"
import { version } from "./version.ts"

export interface ServeOptions extends Place {
  readonly legacyOnly: boolean
  readonly create: boolean
  readonly readOnly: boolean
}

export const serve = (options: ServeOptions): Promise<number> => {
  const absent = absentStore(options, options.create)
  if (absent !== undefined) {
    say(`reminisce-mcp: ${absent}`)
    return Promise.resolve(1)
  }
  const owner = Option.getOrThrow(parseOwner(options.owner))
  const served = Effect.gen(function* () {
    const host = yield* Effect.orDie(
      ToolHost.make(memoryTools(owner, { readOnly: options.readOnly })),
    )
    say(`reminisce-mcp ${version}: ${options.owner}, kept in ${options.filename}`)
    return yield* StdioServer.run({
      host,
      info: { name: "reminisce", title: "reminisce", version, instructions: INSTRUCTIONS },
      legacyOnly: options.legacyOnly,
    })
  })
  return Effect.runPromise(
    served.pipe(
      Effect.provide(layer({ filename: options.filename })),
      Effect.provide(Layer.succeed(Logger.LogToStderr, true)),
      Effect.catch((error) =>
        Effect.sync(() => {
          say(`reminisce-mcp: ${openFault(options, error)}`)
          return 1
        }),
      ),
    ),
  )
}
