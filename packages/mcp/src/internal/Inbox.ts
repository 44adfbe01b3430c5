/**
 * Messages that were read and not yet answered: handed on in order, a bounded number of requests at
 * a time, and none while the output is behind. A cancelled request that still waits keeps its
 * place in the count until its turn, so that cancelling cannot be used to queue without end.
 *
 * @module
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server"
import type { Backlog } from "./Backlog.ts"
import { cancelledId } from "./Incoming.ts"

export interface Inbox {
  /** Takes a message whose line had `bytes` bytes. A request's id must not be in use. */
  readonly add: (message: JSONRPCMessage, bytes: number) => void
  /** Whether a request with this id is waiting or being worked on. */
  readonly isOpen: (id: RequestId) => boolean
  /** The request is being answered; call the result once the answer is written. None if not open. */
  readonly answer: (id: RequestId) => (() => void) | undefined
  /** Hands on what may be handed on by now. */
  readonly advance: () => void
  /** Whether nothing is owed any more; a subscription is owed no answer. */
  readonly isIdle: () => boolean
}

export interface InboxOptions {
  readonly backlog: Backlog
  readonly activeRequests: number
  readonly isOutputBehind: () => boolean
  readonly deliver: (message: JSONRPCMessage) => void
}

interface Entry {
  readonly message: JSONRPCMessage
  readonly bytes: number
  state: "waiting" | "active" | "cancelled"
}

export const make = ({ activeRequests, backlog, deliver, isOutputBehind }: InboxOptions): Inbox => {
  const open = new Map<RequestId, Entry>()
  let queue: Array<Entry> = []
  let next = 0
  let active = 0
  let subscriptions = 0

  const close = (id: RequestId, entry: Entry): void => {
    open.delete(id)
    if (isSubscription(entry.message)) subscriptions -= 1
  }

  const release = (entry: Entry): void => {
    if (entry.state === "active") active -= 1
    backlog.remove(entry.bytes)
    advance()
  }

  const cancel = (id: RequestId, notification: JSONRPCMessage): void => {
    const entry = open.get(id)
    if (entry === undefined) return
    close(id, entry)
    if (entry.state === "active") {
      deliver(notification)
      release(entry)
    } else {
      entry.state = "cancelled"
    }
  }

  const handOn = (entry: Entry): void => {
    if (entry.state === "waiting" && isRequest(entry.message)) {
      entry.state = "active"
      active += 1
      deliver(entry.message)
      return
    }
    if (entry.state === "waiting") deliver(entry.message)
    backlog.remove(entry.bytes)
  }

  let isAdvancing = false
  const advance = (): void => {
    if (isAdvancing) return
    isAdvancing = true
    while (active < activeRequests && !isOutputBehind()) {
      const entry = queue[next]
      if (entry === undefined) break
      next += 1
      if (next >= compactAt) {
        queue = queue.slice(next)
        next = 0
      }
      handOn(entry)
    }
    isAdvancing = false
  }

  return {
    add: (message, bytes) => {
      const cancelled = cancelledId(message)
      if (cancelled !== undefined) {
        cancel(cancelled, message)
        return
      }
      const entry: Entry = { message, bytes, state: "waiting" }
      if (isRequest(message)) open.set(message.id, entry)
      if (isSubscription(message)) subscriptions += 1
      backlog.add(bytes)
      queue.push(entry)
      advance()
    },
    isOpen: (id) => open.has(id),
    answer: (id) => {
      const entry = open.get(id)
      if (entry === undefined) return undefined
      close(id, entry)
      return () => release(entry)
    },
    advance,
    isIdle: () => open.size === subscriptions && next === queue.length,
  }
}

const compactAt = 1_024

const isRequest = (
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { method: string; id: RequestId }> =>
  "method" in message && "id" in message

const isSubscription = (message: JSONRPCMessage): boolean =>
  isRequest(message) && message.method === "subscriptions/listen"
