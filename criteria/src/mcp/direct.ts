/**
 * The library's own answer to what a client asks of a tool, in the tool's words.
 *
 * @module
 */
import {
  explanationToOutput,
  type JsonObject,
  memoryToOutput,
  recallToOutput,
  toToolRefusal,
} from "@reminisce/mcp"
import * as Effect from "effect/Effect"
import {
  type Focus,
  Lifecycle,
  type Owner,
  Provenance,
  Recall,
  type RememberRequest,
  type ReminisceServices,
} from "reminisce"
import type { Step } from "./steps.ts"

export const owner: Owner = { kind: "agent", name: "alice" }
const DEFAULT_BYTES = 6_000

/** What a session over stdio keeps in the older era, as the law says it. */
export interface Session {
  focus: Focus | undefined
  begun: boolean
}

const requestOf = ({ facets, reason, supersedes, ...rest }: JsonObject): RememberRequest =>
  ({
    aspects: ["semantic"],
    basis: "told",
    ...rest,
    ...(facets === undefined ? {} : { facets: Object.entries(facets ?? {}) }),
  }) as unknown as RememberRequest

/** The library's own answer to a step, in a tool's words. */
export const direct = Effect.fnUntraced(function* (
  { args, tool }: Step,
  session: Session | undefined,
): Effect.fn.Return<JsonObject, never, ReminisceServices> {
  const lifecycle = yield* Lifecycle
  const recall = yield* Recall
  const provenance = yield* Provenance
  const reason = typeof args.reason === "string" ? { reason: args.reason } : {}
  const { explain, maxBytes, query, ...options } = args
  const events = [
    ...((args.events as ReadonlyArray<string> | undefined) ?? []),
    ...(session?.begun === false ? ["session_start"] : []),
  ]
  const run = (): Effect.Effect<JsonObject, Parameters<typeof toToolRefusal>[0]> => {
    switch (tool) {
      case "memory_remember":
        return Effect.map(
          typeof args.supersedes === "string"
            ? lifecycle.supersede(owner, args.supersedes, requestOf(args), reason)
            : lifecycle.remember(owner, requestOf(args)),
          memoryToOutput,
        )
      case "memory_forget":
        return Effect.map(
          (args.undo === true ? lifecycle.unforget : lifecycle.forget)(
            owner,
            String(args.key),
            reason,
          ),
          memoryToOutput,
        )
      case "memory_why":
        return Effect.map(
          provenance.why(
            owner,
            String(args.key),
            typeof args.depth === "number" ? { depth: args.depth } : {},
          ),
          explanationToOutput,
        )
      case "memory_recall":
        return Effect.map(
          recall.recall(owner, typeof query === "string" ? query : null, {
            ...(options as object),
            ...(events.length === 0 ? {} : { events }),
            ...(session?.focus === undefined ? {} : { focus: session.focus }),
          }),
          (answer) => {
            if (session !== undefined) Object.assign(session, { begun: true, focus: answer.focus })
            return recallToOutput(answer, {
              explain: explain === true,
              maxBytes: Number(maxBytes ?? DEFAULT_BYTES),
              focusReset: answer.focusReset === true,
            })
          },
        )
    }
  }
  return yield* run().pipe(
    Effect.catch((error) => {
      const { code, field, rule } = toToolRefusal(error)
      return Effect.succeed<JsonObject>({
        error: {
          code,
          ...(field === undefined ? {} : { field }),
          ...(rule === undefined ? {} : { rule }),
        },
      })
    }),
  )
})
