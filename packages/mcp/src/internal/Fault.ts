/**
 * The protocol's errors as this server says them: one closed set of sentences, so that no error
 * can carry a word of the message it is about.
 *
 * @module
 */
import type { JSONRPCErrorResponse, JSONRPCMessage, RequestId } from "@modelcontextprotocol/server"

export interface Fault {
  readonly code: number
  readonly message: string
}

export const parseError: Fault = { code: -32700, message: "Parse error" }
export const notUtf8: Fault = { code: -32700, message: "Parse error: not UTF-8" }
export const invalidRequest: Fault = { code: -32600, message: "Invalid Request" }
export const batchRefused: Fault = { code: -32600, message: "Batches are not supported" }
export const tooLarge: Fault = { code: -32600, message: "Request too large" }
export const tooDeep: Fault = { code: -32600, message: "Request nested too deeply" }
export const duplicateId: Fault = { code: -32600, message: "Request id already in use" }
export const internalError: Fault = { code: -32603, message: "Internal error" }
export const inputReadFailed: Fault = { code: -32603, message: "Input read failed" }
export const unknownTool: Fault = { code: -32602, message: "Unknown tool" }
export const unknownCursor: Fault = { code: -32602, message: "Unknown cursor" }
const invalidParams: Fault = { code: -32602, message: "Invalid params" }
const invalidEnvelope: Fault = { code: -32602, message: "Invalid _meta envelope" }
const unsupportedVersion = -32022

/** Without a readable id the field is left out: the protocol's schema has no null id. */
export const response = (fault: Fault, id: RequestId | undefined): JSONRPCErrorResponse => ({
  jsonrpc: "2.0",
  ...(id === undefined ? {} : { id }),
  error: { code: fault.code, message: fault.message },
})

/** The message as it may leave: an error keeps its code and says only what its code says. */
export const withoutEcho = (message: JSONRPCMessage): JSONRPCMessage => {
  if (!("error" in message)) return message
  const { code, data, message: sentence } = message.error
  if (code !== unsupportedVersion) return response(sayable(code, sentence), message.id)
  return {
    jsonrpc: "2.0",
    ...(message.id === undefined ? {} : { id: message.id }),
    error: { code, message: "Unsupported protocol version", data: versionData(data) },
  }
}

const spoken: ReadonlyArray<Fault> = [
  parseError,
  notUtf8,
  invalidRequest,
  batchRefused,
  tooLarge,
  tooDeep,
  duplicateId,
  internalError,
  inputReadFailed,
  unknownTool,
  unknownCursor,
  { code: -32601, message: "Method not found" },
  { code: -32603, message: "Subscription limit reached" },
]

const sayable = (code: number, sentence: string): Fault => {
  const known = spoken.find((fault) => fault.code === code && fault.message === sentence)
  if (known !== undefined) return known
  if (code === invalidParams.code && sentence.startsWith(invalidEnvelope.message)) {
    return invalidEnvelope
  }
  const general = [parseError, invalidRequest, invalidParams, internalError]
  return general.find((fault) => fault.code === code) ?? { code, message: "Error" }
}

interface VersionData {
  readonly supported: ReadonlyArray<string>
  readonly requested: string
}

/** The protocol wants the requested version named; only what looks like one is repeated. */
const versionData = (data: unknown): VersionData => {
  const { requested, supported } = Object(data) as Partial<Record<keyof VersionData, unknown>>
  return {
    supported: Array.isArray(supported) ? supported.filter(isVersion) : [],
    requested: isVersion(requested) ? requested : "unknown",
  }
}

const isVersion = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)
