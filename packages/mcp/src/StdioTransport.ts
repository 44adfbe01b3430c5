/**
 * A strict, bounded stdio transport for the protocol's own server: newline-framed JSON-RPC read as
 * bytes and written as bytes. It decides what is a message and how much may wait; what a message
 * means is left to the server above it, and when to stop the process to whoever runs it.
 *
 * @module
 */
import type { Readable, Writable } from "node:stream"
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server"
import * as Backlog from "./internal/Backlog.ts"
import * as Fault from "./internal/Fault.ts"
import * as Inbox from "./internal/Inbox.ts"
import * as Incoming from "./internal/Incoming.ts"
import { idInHead, idInTail } from "./internal/JsonScan.ts"
import * as LineReader from "./internal/LineReader.ts"
import * as LineWriter from "./internal/LineWriter.ts"

export interface StdioLimits extends Backlog.BacklogLimits {
  /** The longest line, in bytes without its ending; a longer one is refused and skipped. */
  readonly lineBytes: number
  /** The deepest nesting of arrays and objects in a message. */
  readonly depth: number
  /** Requests the server may work on at once; more wait their turn, in order. */
  readonly activeRequests: number
}

/** 1 MiB a line, 64 levels, 64 requests; stops above 4 MiB or 4,096 lines, resumes at 1 MiB and 1,024. */
export const defaultLimits: StdioLimits = {
  lineBytes: 1_048_576,
  depth: 64,
  activeRequests: 64,
  waitingBytes: 4_194_304,
  waitingLines: 4_096,
  resumeBytes: 1_048_576,
  resumeLines: 1_024,
}

/**
 * Why no more input is taken. `ended`: the client closed its end. `unreadable`: reading failed.
 * `outputGone`: nobody reads the answers any more. `outputFailed`: writing failed otherwise.
 * `stopped`: this side stopped.
 */
export type StdioEnd = "ended" | "unreadable" | "outputGone" | "outputFailed" | "stopped"

export interface StdioTransport extends Transport {
  /** Settles once no more input is taken; never rejects. */
  readonly inputOver: Promise<StdioEnd>
  /** Settles once all that was taken in is answered and written, or never can be; never rejects. */
  readonly drained: Promise<void>
  /** Takes no more input; what was taken in is still answered. */
  readonly stopReading: () => void
  /** Asked first for each message; what it takes does not reach `onmessage`. */
  takes?: (message: JSONRPCMessage) => boolean
  /** Answers a request with a line that is JSON already; like `send`, nothing for what is not open. */
  readonly answer: (id: RequestId, line: string) => void
}

/**
 * Reading begins when the server calls `start`, takes at most 64 KiB at a time, and pauses at
 * the first line end at which the backlog is full. `input` must have no encoding set, else it counts as unreadable. Neither
 * stream is ended or destroyed.
 */
export const make = (
  input: Readable,
  output: Writable,
  limits: StdioLimits = defaultLimits,
): StdioTransport => {
  const inputOver = Promise.withResolvers<StdioEnd>()
  const drained = Promise.withResolvers<void>()
  let isReading = false
  let isInputOver = false
  let isClosed = false

  const settleDrained = (): void => {
    if (isInputOver && inbox.isIdle() && writer.isIdle()) drained.resolve()
  }

  const backlog = Backlog.make(limits, () => {
    if (isReading) input.resume()
  })
  const writer = LineWriter.make(output, {
    onCaughtUp: () => inbox.advance(),
    onFailed: (isGone) => {
      endInput(isGone ? "outputGone" : "outputFailed")
      drained.resolve()
    },
  })
  const inbox = Inbox.make({
    backlog,
    activeRequests: limits.activeRequests,
    isOutputBehind: writer.isBehind,
    deliver: (message) => {
      try {
        if (transport.takes?.(message) !== true) transport.onmessage?.(message)
      } catch {
        if ("method" in message && "id" in message) {
          void transport.send(Fault.response(Fault.internalError, message.id))
        }
      }
    },
  })

  const refuse = (fault: Fault.Fault, id?: RequestId): void => {
    const text = JSON.stringify(Fault.response(fault, id))
    backlog.add(text.length)
    writer.write(text, () => {
      backlog.remove(text.length)
      settleDrained()
    })
  }

  const unlessOpen = (id: RequestId | undefined): RequestId | undefined =>
    id !== undefined && inbox.isOpen(id) ? undefined : id

  let isFirstLine = true
  let isOverflowUnnamed = false
  const reader = LineReader.make(limits.lineBytes, {
    isFull: backlog.isFull,
    line: (bytes) => {
      const line = isFirstLine ? Incoming.withoutByteOrderMark(bytes) : bytes
      isFirstLine = false
      const incoming = Incoming.read(line, limits.depth)
      if (incoming.kind === "ignored") return
      if (incoming.kind === "refused") {
        refuse(incoming.fault, incoming.id)
        return
      }
      const { message } = incoming
      if ("method" in message && "id" in message && inbox.isOpen(message.id)) {
        refuse(Fault.duplicateId, message.id)
      } else {
        inbox.add(message, bytes.length)
      }
    },
    overflow: (head) => {
      isFirstLine = false
      const id = unlessOpen(idInHead(head))
      isOverflowUnnamed = id === undefined
      refuse(Fault.tooLarge, id)
    },
    // A client that writes its id last hears of it as soon as the id is read.
    overflowEnd: (tail) => {
      const id = isOverflowUnnamed ? unlessOpen(idInTail(tail)) : undefined
      if (id !== undefined) refuse(Fault.tooLarge, id)
    },
  })

  const onData = (chunk: unknown): void => {
    if (!Buffer.isBuffer(chunk)) {
      onError()
      return
    }
    const taken = reader.push(chunk.subarray(0, readBytes))
    if (backlog.isFull()) input.pause()
    if (taken < chunk.length && isReading) input.unshift(chunk.subarray(taken))
  }
  const onEnd = (): void => {
    if (isInputOver) return
    reader.end()
    endInput("ended")
  }
  const onError = (): void => {
    if (isInputOver) return
    refuse(Fault.inputReadFailed)
    endInput("unreadable")
  }
  const endInput = (end: StdioEnd): void => {
    if (isInputOver) return
    isInputOver = true
    isReading = false
    input.off("data", onData).off("end", onEnd).off("close", onEnd)
    input.pause()
    inputOver.resolve(end)
    settleDrained()
  }

  const answer = (id: RequestId, line: () => string): void => {
    if (isClosed) return
    // None for a request that was cancelled meanwhile: the client no longer expects an answer.
    const settle = inbox.answer(id)
    if (settle === undefined) return
    writer.write(line(), () => {
      settle()
      settleDrained()
    })
  }

  const transport: StdioTransport = {
    inputOver: inputOver.promise,
    drained: drained.promise,
    stopReading: () => endInput("stopped"),
    answer: (id, line) => answer(id, () => line),
    start: async () => {
      if (isInputOver) return
      isReading = true
      input.on("error", onError).on("end", onEnd).on("close", onEnd).on("data", onData)
      if (input.readableEnded || input.destroyed) onEnd()
    },
    send: async (message) => {
      if (isClosed) return
      const id = answeredId(message)
      if (id === undefined) writer.write(encode(message), settleDrained)
      else answer(id, () => encode(message))
      await writer.caughtUp()
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      endInput("stopped")
      input.off("error", onError)
      writer.close()
      drained.resolve()
      transport.onclose?.()
    },
  }
  return transport
}

const readBytes = 65_536

const answeredId = (message: JSONRPCMessage): RequestId | undefined =>
  "method" in message ? undefined : message.id

const encode = (message: JSONRPCMessage): string => {
  try {
    return JSON.stringify(Fault.withoutEcho(message))
  } catch {
    return JSON.stringify(Fault.response(Fault.internalError, answeredId(message)))
  }
}
