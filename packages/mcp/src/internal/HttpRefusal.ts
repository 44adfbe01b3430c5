/**
 * Refusals of an HTTP request before any tool is reached, and answers as they may leave. Neither
 * repeats a word of what was sent.
 *
 * @module
 */
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server"
import * as Fault from "./Fault.ts"

/** A closed set of words for what HTTP itself is asked to say. */
export type HttpRefusalCode =
  | "not_found"
  | "host_refused"
  | "origin_refused"
  | "token_missing"
  | "token_refused"
  | "too_many_requests"
  | "busy"
  | "closing"

const STATUS: Readonly<Record<HttpRefusalCode, number>> = {
  not_found: 404,
  host_refused: 403,
  origin_refused: 403,
  token_missing: 401,
  token_refused: 401,
  too_many_requests: 429,
  busy: 503,
  closing: 503,
}

export const refusal = (
  code: HttpRefusalCode,
  headers: Readonly<Record<string, string>> = {},
): Response => Response.json({ error: code }, { status: STATUS[code], headers })

/** The protocol's own error, with the status HTTP has for it. */
export const faulty = (fault: Fault.Fault, id: RequestId | undefined, status: number): Response =>
  Response.json(Fault.response(fault, id), { status })

/** The response with every protocol error in it saying only what its code says. */
export const withoutEcho = async (response: Response): Promise<Response> => {
  const { body, headers, status } = response
  const [type = ""] = (headers.get("content-type") ?? "").split(";")
  if (body === null) return response
  if (type === "application/json") {
    const text = await response.text()
    return new Response(cleanJson(text), { status, headers: withoutLength(headers) })
  }
  if (type !== "text/event-stream") return response
  return new Response(body.pipeThrough(cleanEvents()), { status, headers })
}

const withoutLength = (headers: Headers): Headers => {
  const kept = new Headers(headers)
  kept.delete("content-length")
  return kept
}

/** One message, or a list of them. An answer that holds no error is passed on as it is. */
const cleanJson = (text: string): string => {
  if (!text.includes('"error"')) return text
  const value: unknown = JSON.parse(text)
  return JSON.stringify(Array.isArray(value) ? value.map(cleanMessage) : cleanMessage(value))
}

const cleanMessage = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || !("error" in value)) return value
  const { id, ...rest } = value as { readonly id?: unknown }
  // The protocol's schema has no null id: one that could not be read is left out.
  return Fault.withoutEcho((id === null ? rest : value) as JSONRPCMessage)
}

const DATA = "data: "

/** Each event of the protocol's own server is one line of data. */
const cleanEvents = (): TransformStream<Uint8Array, Uint8Array> => {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ""
  const clean = (line: string): string =>
    line.startsWith(DATA) && line.length > DATA.length
      ? DATA + cleanJson(line.slice(DATA.length))
      : line
  return new TransformStream({
    transform: (chunk, controller) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
      rest = lines.pop() ?? ""
      if (lines.length > 0)
        controller.enqueue(encoder.encode(lines.map((line) => `${clean(line)}\n`).join("")))
    },
    flush: (controller) => {
      if (rest !== "") controller.enqueue(encoder.encode(clean(rest)))
    },
  })
}
