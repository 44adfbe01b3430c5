/**
 * Two questions answered from the bytes of a JSON text without parsing it: how deep it nests, and
 * which request it belongs to. Meant for texts that are too deep or too long to parse.
 *
 * @module
 */
import type { RequestId } from "@modelcontextprotocol/server"

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Whether arrays and objects nest more than `limit` levels. Exact for valid JSON. */
export const isDeeperThan = (bytes: Buffer, limit: number): boolean => {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === openBrace || byte === openBracket) depth += 1
    else if (byte === closeBrace || byte === closeBracket) depth -= 1
    if (depth > limit) return true
  }
  return false
}

/** The `id` among the top-level keys that `head`, the beginning of a request, shows in full. */
export const idInHead = (head: Buffer): RequestId | undefined => {
  let depth = 0
  let isKey = false
  for (let at = 0; at < head.length; at++) {
    const byte = head[at]
    if (byte === openBrace || byte === openBracket) {
      depth += 1
      isKey = depth === 1 && byte === openBrace
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
    } else if (byte === comma) {
      isKey = depth === 1
    } else if (byte === quote) {
      const end = endOfString(head, at)
      if (isKey && head.toString("latin1", at, end + 1) === '"id"') {
        return readId(idAfterKey, head.subarray(end + 1, end + 1 + longestId))
      }
      isKey = false
      at = end
    }
  }
  return undefined
}

/** The `id` that ends a request, where some clients put it; `tail` is the request's last bytes. */
export const idInTail = (tail: Buffer): RequestId | undefined => readId(idBeforeEnd, tail)

const longestId = 512
const value = String.raw`(-?\d{1,15}|"(?:[^"\\]|\\.){0,256}")`
const idAfterKey = new RegExp(String.raw`^\s*:\s*${value}\s*[,}]`)
const idBeforeEnd = new RegExp(
  String.raw`"id"\s*:\s*${value}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`,
)

const readId = (shape: RegExp, bytes: Buffer): RequestId | undefined => {
  const found = shape.exec(bytes.toString("utf8"))?.[1]
  if (found === undefined || found.includes("\ufffd")) return undefined
  try {
    const id: unknown = JSON.parse(found)
    return typeof id === "string" || typeof id === "number" ? id : undefined
  } catch {
    return undefined
  }
}

/** Where the string that opens at `start` closes; the length of `bytes` when it does not. */
const endOfString = (bytes: Buffer, start: number): number => {
  for (let at = bytes.indexOf(quote, start + 1); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === backslash && at - 1 - escapes > start) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}
