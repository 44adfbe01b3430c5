/**
 * Fits memories, as answers show them, into so many bytes of JSON: the tail goes, and of the first
 * one what is beside its words and then the words themselves.
 *
 * @module
 */
import type { Json, JsonObject } from "../ToolSchema.ts"

export interface Fitted {
  /** As compact JSON at most the bytes allowed, brackets and commas included. */
  readonly shown: ReadonlyArray<JsonObject>
  /** How many of the tail are not shown. */
  readonly omitted: number
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** At least one memory is shown, which needs no more than 500 bytes. */
export const fitMemories = (memories: ReadonlyArray<JsonObject>, maxBytes: number): Fitted => {
  const shown: Array<JsonObject> = []
  let left = maxBytes - "[]".length
  for (const memory of memories) {
    const bytes = bytesOf(memory)
    if (bytes > left && shown.length > 0) break
    shown.push(bytes > left ? cutMemory(memory, left) : memory)
    left -= bytes + ",".length
  }
  return { shown, omitted: memories.length - shown.length }
}

/** Never left out, however little room there is. */
const KEPT: ReadonlySet<string> = new Set(["key", "content", "basis", "status", "recordedAt"])

/** What stands beside the words gets half of the room; the longest of it goes first. */
const cutMemory = (memory: JsonObject, maxBytes: number): JsonObject => {
  const { content } = memory
  const hasWords = typeof content === "string"
  const frame: { [name: string]: Json } = {
    ...memory,
    ...(hasWords ? { content: "" } : {}),
    clipped: true,
  }
  const longestFirst = Object.entries(memory)
    .filter(([name]) => !KEPT.has(name))
    .sort(([, a], [, b]) => bytesOf(b) - bytesOf(a))
  for (const [name] of longestFirst) {
    if (bytesOf(frame) <= maxBytes / 2) break
    delete frame[name]
  }
  return hasWords ? { ...frame, content: cutText(content, maxBytes - bytesOf(frame)) } : frame
}

/** The longest beginning of whole characters that takes at most `maxBytes` inside a JSON string. */
export const cutText = (text: string, maxBytes: number): string => {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += bytesOf(character) - '""'.length
    if (bytes > maxBytes) break
    end += character.length
  }
  return text.slice(0, end)
}
