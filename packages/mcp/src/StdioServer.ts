/**
 * Runs a tool host over standard input and output until the client is done, and says with which
 * status the process should exit. It exits nothing itself.
 *
 * @module
 */
import type { Readable, Writable } from "node:stream"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as CallLane from "./internal/CallLane.ts"
import { divertOutput } from "./internal/divertOutput.ts"
import { signalled } from "./internal/signalled.ts"
import { standardInput } from "./internal/standardInput.ts"
import * as ProtocolServer from "./ProtocolServer.ts"
import * as StdioTransport from "./StdioTransport.ts"
import type { ToolHost } from "./ToolHost.ts"

/**
 * 0: the client closed its end, stopped reading or vanished, or a signal asked to stop.
 * 1: the input could not be read, or the output not written for another reason.
 */
export type ExitStatus = 0 | 1

export interface StdioServerOptions {
  readonly host: ToolHost
  readonly info: ProtocolServer.ServerInfo
  /** Speak revisions up to 2025-11-25 only; default false: both eras, as the client opens. */
  readonly legacyOnly?: boolean
  /** Default `process.stdin`; no encoding may be set on it. */
  readonly input?: Readable
  /** Default `process.stdout`, which is kept from everyone else while the server runs. */
  readonly output?: Writable
  readonly limits?: StdioTransport.StdioLimits
  /** How long calls may go on after the last input, in milliseconds; default 4,000. */
  readonly drainMillis?: number
  /** How often to look whether the parent process is still there, in milliseconds; default 2,000. */
  readonly parentCheckMillis?: number
}

/**
 * Ends when the input does, at SIGTERM, SIGINT or SIGHUP, or when the parent process is gone; then
 * calls under way may finish and their answers are written first, unless a signal comes in that
 * time. Interruption closes the connection at once. Streams, signals and `console` are given back
 * as they were.
 */
export const run = Effect.fnUntraced(function* (options: StdioServerOptions) {
  const { drainMillis = 4_000, input = standardInput(), output = process.stdout } = options
  const transport = StdioTransport.make(input, output, options.limits)
  const lane = yield* callLane(transport, options)
  if (output === process.stdout) yield* divertedToStderr
  yield* connected(transport, options, lane)
  yield* Effect.raceAllFirst([
    Effect.promise(() => transport.inputOver),
    signalled,
    parentGone(options.parentCheckMillis ?? 2_000),
  ])
  transport.stopReading()
  yield* Effect.raceAllFirst([
    Effect.promise(() => transport.drained),
    signalled,
    Effect.sleep(drainMillis),
  ])
  return statusOf(yield* Effect.promise(() => transport.inputOver))
}, Effect.scoped)

const divertedToStderr = Effect.acquireRelease(
  Effect.sync(() => divertOutput(process.stdout, process.stderr)),
  (undo) => Effect.sync(undo),
)

/** Plain calls of tools go the short way. */
const callLane = (
  transport: StdioTransport.StdioTransport,
  { host, info }: StdioServerOptions,
): Effect.Effect<CallLane.CallLane, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const lane = CallLane.make({
        host,
        modernFrame: ProtocolServer.modernFrame(info),
        answer: transport.answer,
        notify: (message) => void transport.send(message),
      })
      transport.takes = lane.take
      return lane
    }),
    (lane) => Effect.sync(lane.close),
  )

const connected = (
  transport: StdioTransport.StdioTransport,
  { host, info, legacyOnly = false }: StdioServerOptions,
  lane: CallLane.CallLane,
): Effect.Effect<unknown, never, Scope.Scope> => {
  const factory = ProtocolServer.factory(host, info, true, lane.accepted)
  const open = async (): Promise<{ readonly close: () => Promise<void> }> => {
    if (!legacyOnly) return serveStdio(factory, { transport, maxSubscriptions })
    const server = factory({ era: "legacy" })
    await server.connect(transport)
    return server
  }
  return Effect.acquireRelease(Effect.promise(open), (connection) =>
    Effect.promise(() => connection.close()),
  )
}

/** A subscription stays open as a request; nothing is ever announced, so few are allowed. */
const maxSubscriptions = 8

/** Whoever started this process has ended: somebody else has become its parent. */
const parentGone = (everyMillis: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const parent = process.ppid
    return Effect.sleep(everyMillis).pipe(Effect.repeat({ until: () => process.ppid !== parent }))
  })

const statusOf = (end: StdioTransport.StdioEnd): ExitStatus =>
  end === "unreadable" || end === "outputFailed" ? 1 : 0
