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
const headerMismatch: Fault = { code: -32020, message: "Header mismatch" }
const missingCapability = -32021
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
  const withData = (words: string, shown: unknown): JSONRPCErrorResponse => ({
    jsonrpc: "2.0",
    ...(message.id === undefined ? {} : { id: message.id }),
    error: { code, message: words, data: shown },
  })
  switch (code) {
    case unsupportedVersion:
      return withData("Unsupported protocol version", versionData(data))
    case missingCapability:
      return withData("Missing required client capability", capabilityData(data))
    default:
      return response(sayable(code, sentence), message.id)
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
  const general = [parseError, invalidRequest, invalidParams, internalError, headerMismatch]
  return general.find((fault) => fault.code === code) ?? { code, message: "Error" }
}

interface VersionData {
  readonly supported: ReadonlyArray<string>
  readonly requested: string
}

const CAPABILITIES = ["elicitation", "sampling", "roots", "extensions", "experimental"]

/** The protocol's own names of what a client would have to declare, and nothing beside them. */
const capabilityData = (data: unknown): object => {
  const required: object = Object(Object(data).requiredCapabilities)
  const named = CAPABILITIES.filter((name) => Object.hasOwn(required, name))
  return { requiredCapabilities: Object.fromEntries(named.map((name) => [name, {}])) }
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
  typeof value === "string" && /^v?\d{1,4}(?:[.-]\d{1,4}){0,3}$/.test(value)
