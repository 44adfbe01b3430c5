/**
 * A tool as plain data, and the handler that runs it. The data is all a client ever sees.
 *
 * @module
 */
import type * as Effect from "effect/Effect"
import type { ToolRefusal } from "./ToolRefusal.ts"
import type { JsonObject, ObjectSchema } from "./ToolSchema.ts"

/** Every hint is stated, since what is left out counts as the worst case. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export interface ToolDefinition {
  /** At most 64 of `a-z`, `0-9`, `_`, beginning with a letter. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** May not declare `owner`: one server serves one owner. */
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: ToolAnnotations
  /** Told instead where a connection is a session, of which a tool may keep something. */
  readonly sessionAnnotations?: ToolAnnotations
  /** The codes this tool may refuse with, beside the host's own; a refusal with another is a crash. */
  readonly errors: ReadonlyArray<string>
}

/** One client's connection, the same object for every call made over it. */
export interface ToolConnection {
  /** `legacy`: up to revision 2025-11-25. `modern`: 2026-07-28. */
  readonly era: "legacy" | "modern"
  /** Whether its calls belong together: over stdio in the older era. */
  readonly isSession: boolean
}

/** How far a call is: grows with each report. `total` where it is known. */
export interface ToolProgress {
  readonly done: number
  readonly total?: number
}

export interface ToolCall {
  /** Aborted when the client cancels or goes away. An Effect is interrupted without it. */
  readonly signal: AbortSignal
  readonly connection: ToolConnection
  /** The caller's span in W3C trace context, as it was sent; the call's span becomes its child. */
  readonly traceparent?: string
  /**
   * Tells the client how far the call is; absent when it did not ask. A tool that never does is reported
   * as alive every five seconds.
   */
  readonly report?: (progress: ToolProgress) => void
}

/** Gives the whole answer, which must be plain JSON that fits the tool's output schema. */
export type ToolHandler<R = never> = (
  args: JsonObject,
  call: ToolCall,
) => Effect.Effect<JsonObject, ToolRefusal, R> | Promise<JsonObject>

export interface Tool<R = never> {
  readonly definition: ToolDefinition
  /** A promise refuses by rejecting with a `ToolRefusal`. */
  readonly handle: ToolHandler<R>
}
