/**
 * Serves memories over Streamable HTTP until a signal asks to stop: one owner's to whoever can reach
 * loopback, or each token's owner's to whoever holds it.
 *
 * @module
 */
import { HttpHandler, HttpServer, INSTRUCTIONS, MemoryServers } from "@reminisce/mcp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { type Invalid, parseOwner, type StoreError } from "reminisce"
import type { Place } from "./Command.ts"
import { say, storeFault } from "./preflight.ts"
import { type MemoryPlace, memoryLayer } from "./stores/memoryLayer.ts"
import { tokenFileFault, tokenFileVerifier } from "./tokenFile.ts"
import { version } from "./version.ts"

export interface ServeHttpOptions extends Place, MemoryPlace {
  readonly host: string
  readonly port: number
  readonly tokensFile: string | undefined
  readonly audience: string | undefined
  readonly allowedHosts: ReadonlyArray<string> | undefined
  readonly allowedOrigins: ReadonlyArray<string> | undefined
  readonly perSecond: number
  readonly create: boolean
  readonly readOnly: boolean
}

export const serveHttp = async (options: ServeHttpOptions): Promise<number> => {
  const { host, tokensFile } = options
  const memory = await memoryLayer(options, options.create)
  const tokensFault = tokensFile === undefined ? "" : await tokenFileFault(tokensFile)
  if (typeof memory === "string" || tokensFault !== "") {
    say(`reminisce-mcp: ${typeof memory === "string" ? memory : tokensFault}`)
    return 1
  }
  const served = Effect.gen(function* () {
    const handler = yield* makeHandler(options)
    yield* HttpServer.run({
      handler,
      host,
      port: options.port,
      isGuarded: tokensFile !== undefined,
      onListening: (port) => {
        const shown = host.includes(":") ? `[${host}]` : host
        const whose = tokensFile === undefined ? options.owner : "the owner of each token"
        say(
          `reminisce-mcp ${version}: ${whose}, kept in ${options.filename}, at http://${shown}:${port}/mcp`,
        )
      },
    })
    return 0
  })
  return Effect.runPromise(
    served.pipe(
      Effect.provide(memory),
      Effect.provide(Layer.succeed(Logger.LogToStderr, true)),
      Effect.catch((error) =>
        Effect.sync(() => {
          say(`reminisce-mcp: ${faultOf(options, error)}`)
          return 1
        }),
      ),
    ),
  )
}

const makeHandler = Effect.fnUntraced(function* (options: ServeHttpOptions) {
  const { allowedHosts, allowedOrigins, audience, perSecond, readOnly, tokensFile } = options
  const serverFor = yield* MemoryServers.make({
    name: "reminisce",
    title: "reminisce",
    version,
    instructions: INSTRUCTIONS,
  })
  const owner = Option.getOrThrow(parseOwner(options.owner))
  return yield* HttpHandler.make<MemoryServers.MemoryPrincipal>({
    serverFor: (principal, era) =>
      serverFor(readOnly ? { ...principal, access: "read" } : principal, era),
    access:
      tokensFile === undefined
        ? { all: { owner, access: "write" } }
        : { tokens: tokenFileVerifier(tokensFile) },
    limits: { perSecond, burst: perSecond * 2 },
    ...(audience === undefined ? {} : { audience }),
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
  })
})

const faultOf = (
  options: ServeHttpOptions,
  error: HttpServer.HttpListenFailed | HttpServer.HttpUnguarded | StoreError | Invalid,
): string => {
  const { host, port } = options
  switch (error._tag) {
    case "HttpUnguarded":
      return `without --tokens it listens on loopback only, since whoever reaches it could ask; make tokens with the command token`
    case "HttpListenFailed":
      return error.reason === "EADDRINUSE"
        ? `port ${port} is taken; give another with --port`
        : `it cannot listen on ${host}, port ${port} (${error.reason})`
    default:
      return storeFault(options, options.store, error)
  }
}
