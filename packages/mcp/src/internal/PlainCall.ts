/**
 * A request to run a tool in its plainest form, recognised without the protocol library: whatever it
 * says beside the tool, its arguments and where it belongs in a trace is named by `rest`.
 *
 * @module
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server"
import type { JsonObject } from "../ToolSchema.ts"

export interface PlainCall {
  readonly id: RequestId
  readonly name: string
  readonly args: JsonObject
  readonly progressToken: RequestId | undefined
  readonly traceparent: string | undefined
  /**
   * All else its `_meta` holds, as compact JSON: the client's own envelope. The protocol's library accepts
   * two plain calls alike when they have the same.
   */
  readonly rest: string
}

/** Undefined for anything that is not plainly a call. */
export const readPlainCall = (message: JSONRPCMessage): PlainCall | undefined => {
  if (!("method" in message) || message.method !== "tools/call" || !("id" in message)) return
  const { params } = message
  if (!isRecord(params) || !hasOnly(params, PARAMS)) return
  const { _meta, arguments: args = {}, name } = params
  if (typeof name !== "string" || !isRecord(args) || Object.hasOwn(args, "__proto__")) return
  if (_meta === undefined)
    return {
      id: message.id,
      name,
      args,
      progressToken: undefined,
      traceparent: undefined,
      rest: "",
    }
  if (!isRecord(_meta)) return
  const { baggage, progressToken, traceparent, tracestate, ...rest } = _meta
  if (progressToken !== undefined && !isToken(progressToken)) return
  return {
    id: message.id,
    name,
    args,
    progressToken,
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    rest: isEmpty(rest) ? "" : JSON.stringify(rest),
  }
}

/**
 * Whether this is a request as the protocol's schema has it. False says nothing: the schema itself decides
 * what is less plain.
 */
export const isPlainRequest = (value: object): boolean => {
  if (!hasOnly(value, MESSAGE)) return false
  const { id, jsonrpc, method, params } = value as Record<string, unknown>
  if (jsonrpc !== "2.0" || typeof method !== "string" || !isToken(id)) return false
  if (params === undefined) return true
  if (!isRecord(params)) return false
  const { _meta } = params
  if (_meta === undefined) return true
  return isRecord(_meta) && Object.keys(_meta).every((name) => TRACE.has(name))
}

const MESSAGE: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"])
const PARAMS: ReadonlySet<string> = new Set(["name", "arguments", "_meta"])
/** W3C's names, which the protocol passes on unread. */
const TRACE: ReadonlySet<string> = new Set(["traceparent", "tracestate", "baggage"])

const hasOnly = (value: object, names: ReadonlySet<string>): boolean => {
  for (const name in value) if (!names.has(name)) return false
  return true
}

const isEmpty = (value: object): boolean => {
  for (const _ in value) return false
  return true
}

const isToken = (value: unknown): value is RequestId =>
  typeof value === "string" || Number.isSafeInteger(value)

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
