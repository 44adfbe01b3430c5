/**
 * Listens with Node's HTTP server and hands every request to an `HttpHandler`, until a signal asks to
 * stop.
 *
 * @module
 */
import { once } from "node:events"
import type { RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { HttpHandler } from "./HttpHandler.ts"
import { send, toRequest } from "./internal/nodeExchange.ts"
import { signalled } from "./internal/signalled.ts"

/** Nothing listens. `reason` is Node's code, such as `EADDRINUSE` or `EACCES`. */
export class HttpListenFailed extends Schema.TaggedError<HttpListenFailed>(
  "@reminisce/mcp/HttpListenFailed",
)("HttpListenFailed", { reason: Schema.String }) {}

/** There are no tokens, and the address is not loopback's: whoever reaches it could ask. */
export class HttpUnguarded extends Schema.TaggedError<HttpUnguarded>(
  "@reminisce/mcp/HttpUnguarded",
)("HttpUnguarded", {}) {}

export interface HttpServerOptions {
  readonly handler: HttpHandler
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Default 0: any free one. */
  readonly port?: number
  /** Whether requests need a token; without, only an address of loopback is listened on. */
  readonly isGuarded: boolean
  /** How long requests may go on after a signal, in milliseconds; default 10,000. */
  readonly drainMillis?: number
  /** Told the port once it listens. */
  readonly onListening?: (port: number) => void
}

/** Ends at SIGTERM, SIGINT or SIGHUP, after the requests under way; a second signal ends them. */
export const run = Effect.fnUntraced(function* (options: HttpServerOptions) {
  const { drainMillis = 10_000, handler } = options
  const server = yield* listening(options)
  yield* signalled
  handler.refuseNew()
  const closed = Effect.promise(() => {
    const over = once(server, "close")
    server.close()
    return over
  })
  // A connection is idle again after each answer; `close` itself looks only once.
  const idleClosed = Effect.sync(() => server.closeIdleConnections()).pipe(
    Effect.repeat(Schedule.spaced(50)),
  )
  yield* Effect.raceAllFirst([closed, idleClosed, signalled, Effect.sleep(drainMillis)])
}, Effect.scoped)

/** The port of a server that listens until its scope is closed. */
export const listening = (
  options: HttpServerOptions,
): Effect.Effect<Server, HttpListenFailed | HttpUnguarded, Scope.Scope> =>
  Effect.gen(function* () {
    const { handler, host = "127.0.0.1", isGuarded, onListening, port = 0 } = options
    if (!isGuarded && !isLoopback(host)) return yield* new HttpUnguarded()
    // Costly to load, and of no use to a program that bundles this and serves over stdio.
    const { createServer } = yield* Effect.promise(() => import("node:http"))
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer(TIMES, listener(handler))),
      (open) =>
        Effect.promise(async () => {
          await handler.close()
          open.close()
          open.closeAllConnections()
        }),
    )
    yield* Effect.callback<void, HttpListenFailed>((resume) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        resume(new HttpListenFailed({ reason: error.code ?? "unknown" })),
      )
      server.listen(port, host, () => resume(Effect.void))
    })
    onListening?.((server.address() as AddressInfo).port)
    return server
  })

/** A client has 10 s for its headers and 30 s for the whole request; an idle one is kept 5 s. */
const TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host)

const listener =
  (handler: HttpHandler): RequestListener =>
  (message, response) => {
    const abort = new AbortController()
    response.once("close", () => {
      if (!response.writableFinished) abort.abort()
    })
    const exchange = async (): Promise<void> =>
      send(await handler.fetch(toRequest(message, abort.signal)), response)
    exchange().catch(() => response.destroy())
  }
