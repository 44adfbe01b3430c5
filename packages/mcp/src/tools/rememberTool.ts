/**
 * `memory_remember`: keeps one memory, or lets it take an older one's place.
 *
 * @module
 */
import { Lifecycle } from "@reminisce/lifecycle"
import { Limits, type RememberRequest } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import { memoryToOutput } from "../MemoryOutput.ts"
import type { Tool, ToolDefinition } from "../ToolDefinition.ts"
import { ToolRefusal } from "../ToolRefusal.ts"
import type { JsonObject } from "../ToolSchema.ts"
import { basis, instant, key, listOf, record, text } from "./arguments.ts"
import { MEMORY_ERRORS, toToolRefusal } from "./refusals.ts"

const definition: ToolDefinition = {
  name: "memory_remember",
  title: "Remember",
  description:
    "Keep one fact, event or decision for later sessions. One per call, in a full sentence with names and dates. " +
    'When it replaces what you recalled earlier, give that key as supersedes. Secrets are refused. Example: {"content":"The north gate opens at dawn."}',
  inputSchema: record(
    {
      content: text(Limits.contentBytes),
      aspects: listOf(
        { type: "string", enum: ["episodic", "semantic", "prospective", "autobiographical"] },
        4,
        'Default ["semantic"].',
      ),
      basis,
      supersedes: key("The memory this one replaces."),
      reason: text(Limits.reasonBytes, "Why it replaces it; only with supersedes."),
      key: key("Chosen key; no words. Made when absent."),
      sources: listOf(text(Limits.sourceBytes), Limits.sources, "References, such as doc:gates."),
      derivedFrom: listOf(key(), Limits.grounds, "Memories it rests on."),
      facets: {
        type: "object",
        additionalProperties: text(Limits.facetValueBytes),
        propertyNames: { maxLength: Limits.facetNameBytes },
        maxProperties: Limits.facets,
        description: "Name to value, such as speaker.",
      },
      subjects: listOf(
        record(
          {
            ref: text(Limits.subjectBytes),
            consentScope: text(Limits.scopeBytes, "What they agreed to, such as all."),
          },
          ["ref", "consentScope"],
        ),
        Limits.subjects,
        "People it is about, by pseudonym. It is then recalled only with them as subject.",
      ),
      occurredAt: instant("When it happened, with zone."),
      validFrom: instant("Holds from then ..."),
      validTo: instant("... until then."),
      confidence: {
        type: "integer",
        minimum: 0,
        maximum: Limits.confidence,
        description: "In thousandths.",
      },
      trail: text(Limits.trailBytes, "Conversation it belongs to."),
      ordinal: {
        type: "integer",
        minimum: 0,
        maximum: Limits.ordinal,
        description: "Its place in the trail.",
      },
    },
    ["content"],
  ),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  errors: MEMORY_ERRORS,
}

/** What the tool's arguments ask of the library. */
export const rememberRequest = (args: JsonObject): RememberRequest => {
  const { facets, reason, supersedes, ...rest } = args
  return {
    aspects: ["semantic"],
    basis: "told",
    ...rest,
    ...(facets === undefined ? {} : { facets: Object.entries(facets ?? {}) }),
  } as unknown as RememberRequest
}

export const rememberTool = (owner: Owner): Tool<Lifecycle> => ({
  definition,
  handle: (args) =>
    Effect.gen(function* () {
      const lifecycle = yield* Lifecycle
      const { reason, supersedes } = args
      if (reason !== undefined && supersedes === undefined)
        return yield* new ToolRefusal({
          code: "invalid",
          field: "reason",
          rule: "needs-supersedes",
        })
      const request = rememberRequest(args)
      const kept =
        typeof supersedes === "string"
          ? lifecycle.supersede(
              owner,
              supersedes,
              request,
              typeof reason === "string" ? { reason } : {},
            )
          : lifecycle.remember(owner, request)
      return memoryToOutput(yield* Effect.mapError(kept, toToolRefusal))
    }),
})
