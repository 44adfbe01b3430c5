/**
 * Runs plain tool calls of one connection without the protocol's library, which reads every message against
 * its schemas several times over. The library judges first: only a call with an envelope it has
 * accepted on this connection is taken here, and the answer is the same, byte for byte. See
 * decisions/0075.
 *
 * @module
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { ToolCall, ToolConnection } from "../ToolDefinition.ts"
import type { ToolHost, ToolResult } from "../ToolHost.ts"
import * as Fault from "./Fault.ts"
import * as Incoming from "./Incoming.ts"
import { type PlainCall, readPlainCall } from "./PlainCall.ts"
import { progressReport } from "./progressReport.ts"

export interface CallLane {
  /** Runs the call, or cancels one that runs here, and answers true; false for what is the library's. */
  readonly take: (message: JSONRPCMessage) => boolean
  /** The library has accepted this request and hands it to the tools. */
  readonly accepted: (id: RequestId, connection: ToolConnection) => void
  /** Interrupts what runs. */
  readonly close: () => void
}

export interface CallLaneOptions {
  readonly host: ToolHost
  /** What every result of the newer era says of the server, as members of a JSON object. */
  readonly modernFrame: string
  /** Writes the line that answers a request. */
  readonly answer: (id: RequestId, line: string) => void
  readonly notify: (message: JSONRPCMessage) => void
}

export const make = ({ answer, host, modernFrame, notify }: CallLaneOptions): CallLane => {
  const running = new Map<RequestId, Running>()
  /** The last call left to the library, until it says that it has accepted it. */
  let judged: PlainCall | undefined
  let open: { readonly connection: ToolConnection; readonly rest: string } | undefined

  const run = (call: PlainCall, connection: ToolConnection): void => {
    const { args, id, name } = call
    const own: Running = { abort: undefined, fiber: undefined, isOver: false }
    running.set(id, own)
    // In a turn of its own, so that whatever came with it is read first, a cancellation included.
    queueMicrotask(() => {
      if (own.isOver) return
      const fiber = Effect.runFork(host.call(name, args, toolCall(call, connection, own, notify)))
      own.fiber = fiber
      fiber.addObserver((exit) => {
        if (own.isOver) return
        own.isOver = true
        running.delete(id)
        answer(id, lineOf(exit, id, connection.era === "modern" ? modernFrame : ""))
      })
    })
  }

  const cancel = (id: RequestId): boolean => {
    const own = running.get(id)
    if (own === undefined) return false
    running.delete(id)
    own.isOver = true
    own.abort?.abort()
    own.fiber?.interruptUnsafe()
    return true
  }

  return {
    take: (message) => {
      const cancelled = Incoming.cancelledId(message)
      if (cancelled !== undefined) return cancel(cancelled)
      const call = readPlainCall(message)
      if (call === undefined) return false
      if (open?.rest !== call.rest) {
        judged = call
        return false
      }
      run(call, open.connection)
      return true
    },
    accepted: (id, connection) => {
      if (judged?.id !== id) return
      open = { connection, rest: judged.rest }
      judged = undefined
    },
    close: () => {
      open = undefined
      for (const id of [...running.keys()]) cancel(id)
    },
  }
}

interface Running {
  abort: AbortController | undefined
  fiber: Fiber.Fiber<unknown, unknown> | undefined
  /** Answered, or never to be. */
  isOver: boolean
}

/** The signal is made when a tool asks for it: an Effect is interrupted without one. */
const toolCall = (
  { progressToken, traceparent }: PlainCall,
  connection: ToolConnection,
  own: Running,
  notify: (message: JSONRPCMessage) => void,
): ToolCall => ({
  get signal() {
    own.abort ??= new AbortController()
    return own.abort.signal
  },
  connection,
  ...(traceparent === undefined ? {} : { traceparent }),
  ...(progressToken === undefined
    ? {}
    : {
        report: progressReport(progressToken, (params) => {
          if (!own.isOver) notify({ jsonrpc: "2.0", method: "notifications/progress", params })
        }),
      }),
})

const lineOf = (exit: Exit.Exit<ToolResult, unknown>, id: RequestId, frame: string): string =>
  Exit.isSuccess(exit)
    ? resultLine(exit.value, id, frame)
    : JSON.stringify(
        Fault.response(Cause.hasFails(exit.cause) ? Fault.unknownTool : Fault.internalError, id),
      )

/** `text` is JSON already: it stands once as it is and once as a string. */
const resultLine = ({ isError, text }: ToolResult, id: RequestId, frame: string): string =>
  `{"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}${
    isError ? ',"isError":true' : ""
  }${frame}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
