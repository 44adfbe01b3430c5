/**
 * One line of input as the protocol sees it: a message, a refusal, or nothing at all.
 *
 * @module
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/server"
import * as Fault from "./Fault.ts"
import { idInHead, isDeeperThan } from "./JsonScan.ts"
import { isPlainRequest } from "./PlainCall.ts"

export type Incoming =
  | { readonly kind: "ignored" }
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "refused"; readonly fault: Fault.Fault; readonly id: RequestId | undefined }

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Reads a line without its ending. `depthLimit` is the deepest nesting that is parsed. */
export const read = (line: Buffer, depthLimit: number): Incoming => {
  if (line.every(isBlank)) return ignored
  let text: string
  try {
    text = utf8.decode(line)
  } catch {
    return refused(Fault.notUtf8)
  }
  if (isDeeperThan(line, depthLimit)) return refused(Fault.tooDeep, idInHead(line))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused(Fault.parseError)
  }
  if (Array.isArray(value)) return refused(Fault.batchRefused)
  if (isMessage(value)) return { kind: "message", message: value }
  return isAnswer(value) ? ignored : refused(Fault.invalidRequest, idOf(value))
}

/** The request a message cancels, if that is what it does. */
export const cancelledId = (message: JSONRPCMessage): RequestId | undefined => {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined
  const id = message.params?.requestId
  return typeof id === "string" || typeof id === "number" ? id : undefined
}

/** The line without the byte order mark some editors and shells put before the first one. */
export const withoutByteOrderMark = (line: Buffer): Buffer =>
  line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line

const ignored: Incoming = { kind: "ignored" }

const refused = (fault: Fault.Fault, id?: RequestId): Incoming => ({ kind: "refused", fault, id })

/** Space, tab, carriage return. */
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d

/** The fields a value has decide which one shape it is held against. */
const isMessage = (value: unknown): value is JSONRPCMessage => {
  if (typeof value !== "object" || value === null) return false
  if ("method" in value)
    return "id" in value
      ? isPlainRequest(value) || isJSONRPCRequest(value)
      : isJSONRPCNotification(value)
  return "result" in value ? isJSONRPCResultResponse(value) : isJSONRPCErrorResponse(value)
}

/** A malformed answer is not answered: two peers doing that would never stop. */
const isAnswer = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !("method" in value) &&
  ("result" in value || "error" in value)

const idOf = (value: unknown): RequestId | undefined => {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined
  const { id } = value
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as RequestId) : undefined
}
