/**
 * `memory_why`: explains one memory.
 *
 * @module
 */
import { Provenance, type WhyOptions } from "@reminisce/provenance"
import { Limits } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { explanationToOutput } from "../MemoryOutput.ts"
import type { Tool, ToolDefinition } from "../ToolDefinition.ts"
import { audience, key, record } from "./arguments.ts"
import { MEMORY_ERRORS, toToolRefusal } from "./refusals.ts"

const definition: ToolDefinition = {
  name: "memory_why",
  title: "Why",
  description:
    "Explain one memory by its key: its whole words, sources, what it was derived from, what it replaced or what replaced it, " +
    "contradictions and its history. Use it before relying on a memory that matters. Works for forgotten and superseded ones. " +
    'Example: {"key":"m_gate"}',
  inputSchema: record(
    {
      key: key(),
      depth: {
        type: "integer",
        minimum: 0,
        maximum: Limits.whyDepth,
        default: 5,
        description: "Steps of derivation to follow.",
      },
      subject: audience,
    },
    ["key"],
  ),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  errors: MEMORY_ERRORS,
}

export const whyTool = (owner: Owner): Tool<Provenance> => ({
  definition,
  handle: ({ key: asked, ...options }) =>
    Effect.gen(function* () {
      const provenance = yield* Provenance
      return explanationToOutput(
        yield* provenance.why(owner, String(asked), options as unknown as WhyOptions),
      )
    }).pipe(Effect.mapError(toToolRefusal)),
})
