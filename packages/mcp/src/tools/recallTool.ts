/**
 * `memory_recall`: asks in words, gets memories. A focus is a handle here, used only when sent or
 * asked for; a connection of the older era that sends none has one of its own.
 *
 * @module
 */
import { type Focus, Recall, type RecallOptions } from "@reminisce/recall-engine"
import { Limits } from "@reminisce/schema"
import type { Owner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import type { FocusHandles } from "../FocusHandles.ts"
import { recallToOutput } from "../recallToOutput.ts"
import type { Tool, ToolAnnotations, ToolConnection, ToolDefinition } from "../ToolDefinition.ts"
import type { JsonObject } from "../ToolSchema.ts"
import { audience, instant, listOf, record, text } from "./arguments.ts"
import { MEMORY_ERRORS, toToolRefusal } from "./refusals.ts"

/** Bytes of memories an answer holds unless asked otherwise: under 2,000 tokens. */
export const DEFAULT_ANSWER_BYTES = 6_000

const HINTS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

const definition: ToolDefinition = {
  name: "memory_recall",
  title: "Recall",
  description:
    "Find memories by asking in a sentence or in words, in any language. Call it before answering about earlier work, people or preferences. " +
    "Answers the best matches, scanned (how many were considered), omitted (keys that had no room) and, when nothing matches, why. " +
    'Example: {"query":"when does the gate open"}',
  inputSchema: record({
    query: text(Limits.queryBytes),
    k: {
      type: "integer",
      minimum: 1,
      maximum: Limits.recallK,
      default: 8,
      description: "Most memories.",
    },
    subject: audience,
    aspects: listOf(text(Limits.aspectBytes), Limits.aspects),
    asOf: instant("Read as of a past moment."),
    after: text(512, "The next of the page before."),
    focus: text(22, 'The focus of the answer before, or "new" to begin one.'),
    events: listOf(text(Limits.eventBytes), Limits.events, "What has happened."),
    explain: { type: "boolean", default: false, description: "Add scores and terms." },
    maxBytes: {
      type: "integer",
      minimum: 500,
      maximum: 100_000,
      default: DEFAULT_ANSWER_BYTES,
      description: "Room for the memories.",
    },
  }),
  annotations: HINTS,
  // A session keeps a focus, so that the same question may be answered otherwise.
  sessionAnnotations: { ...HINTS, idempotentHint: false },
  errors: MEMORY_ERRORS,
}

/** What a connection of the older era has dwelt on, and whether a recall of it has succeeded yet. */
interface Session {
  focus: Focus | undefined
  begun: boolean
}

export const recallTool = (owner: Owner, handles: FocusHandles): Tool<Recall> => {
  const sessions = new WeakMap<ToolConnection, Session>()
  const sessionOf = (connection: ToolConnection): Session => {
    const known = sessions.get(connection)
    if (known !== undefined) return known
    const made: Session = { focus: undefined, begun: false }
    sessions.set(connection, made)
    return made
  }
  return {
    definition,
    handle: (args, { connection }) =>
      Effect.gen(function* () {
        const recall = yield* Recall
        const { explain, focus: handle, maxBytes, query, ...rest } = args
        const session = connection.isSession ? sessionOf(connection) : undefined
        const sent =
          typeof handle === "string"
            ? yield* handles.find(handle)
            : handle === undefined
              ? session?.focus
              : undefined
        const answer = yield* recall.recall(
          owner,
          typeof query === "string" ? query : null,
          optionsOf(rest, sent, session),
        )
        if (session !== undefined) {
          session.begun = true
          if (handle === undefined) session.focus = answer.focus
        }
        const isLost = typeof handle === "string" && handle !== "new" && sent === undefined
        return recallToOutput(answer, {
          explain: explain === true,
          maxBytes: typeof maxBytes === "number" ? maxBytes : DEFAULT_ANSWER_BYTES,
          ...(handle === undefined
            ? {}
            : { focus: yield* handles.keep(owner, audienceOf(args), answer.focus) }),
          focusReset: isLost || answer.focusReset === true,
        })
      }).pipe(Effect.mapError(toToolRefusal)),
  }
}

const audienceOf = ({ subject }: JsonObject): ReadonlyArray<string> =>
  Array.isArray(subject) ? subject.map(String) : []

/** The first recall of an older client's connection is told that a session begins. */
const optionsOf = (
  args: JsonObject,
  focus: Focus | undefined,
  session: Session | undefined,
): RecallOptions => {
  const events = Array.isArray(args.events) ? args.events.map(String) : []
  const told = session?.begun === false ? [...events, "session_start"] : events
  return {
    ...args,
    ...(told.length === 0 ? {} : { events: [...new Set(told)] }),
    ...(focus === undefined ? {} : { focus }),
  } as RecallOptions
}
