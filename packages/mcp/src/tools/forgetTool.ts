/**
 * `memory_forget`: takes a memory out of recall, or puts it back.
 *
 * @module
 */
import { Lifecycle } from "@reminisce/lifecycle"
import { Limits } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { memoryToOutput } from "../MemoryOutput.ts"
import type { Tool, ToolDefinition } from "../ToolDefinition.ts"
import { key, record, text } from "./arguments.ts"
import { MEMORY_ERRORS, toToolRefusal } from "./refusals.ts"

const definition: ToolDefinition = {
  name: "memory_forget",
  title: "Forget",
  description:
    "Take a memory out of recall. Its words stay and memory_why still explains it; undo puts it back. " +
    "Not an erasure: deleting a person's data is done by the host. When a fact has changed, prefer memory_remember with supersedes. " +
    'Example: {"key":"m_gate","reason":"the gate was torn down"}',
  inputSchema: record(
    {
      key: key(),
      reason: text(Limits.reasonBytes),
      undo: { type: "boolean", default: false },
    },
    ["key"],
  ),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  errors: MEMORY_ERRORS,
}

export const forgetTool = (owner: Owner): Tool<Lifecycle> => ({
  definition,
  handle: (args) =>
    Effect.gen(function* () {
      const lifecycle = yield* Lifecycle
      const act = args.undo === true ? lifecycle.unforget : lifecycle.forget
      const reason = args.reason
      const memory = yield* act(
        owner,
        String(args.key),
        typeof reason === "string" ? { reason } : {},
      )
      return memoryToOutput(memory)
    }).pipe(Effect.mapError(toToolRefusal)),
})
