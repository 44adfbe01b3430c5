/**
 * Runs tools: finds one by name, holds the arguments against its schema before it starts, bounds
 * how many run at once and how long an answer may be, and turns refusals into data. It knows
 * nothing of connections or of what a tool does.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as Tracer from "effect/Tracer"
import { inspectTools, placeIn } from "./internal/inspectTools.ts"
import { makeObserver, type Observer } from "./internal/observeCall.ts"
import * as SchemaCheck from "./internal/SchemaCheck.ts"
import { withHeartbeat } from "./internal/withHeartbeat.ts"
import type { Tool, ToolCall, ToolDefinition } from "./ToolDefinition.ts"
import { type HostErrorCode, ToolRefusal } from "./ToolRefusal.ts"
import type { JsonObject } from "./ToolSchema.ts"

/** Found when a host is made: a programming error, named by tool and place. */
export class ToolInvalid extends Schema.TaggedError<ToolInvalid>("@reminisce/mcp/ToolInvalid")(
  "ToolInvalid",
  {
    tool: Schema.String,
    /** `inputSchema.a.b`, `name`, `errors`, ... */
    at: Schema.String,
    rule: Schema.String,
  },
) {}

/** No tool has that name. */
export class ToolUnknown extends Schema.TaggedError<ToolUnknown>("@reminisce/mcp/ToolUnknown")(
  "ToolUnknown",
  {},
) {}

/** What a client gets: the answer or the refusal, as data and as the same data in one text. */
export interface ToolResult {
  readonly isError: boolean
  readonly structuredContent: JsonObject
  /** `structuredContent` as compact JSON. */
  readonly text: string
}

export interface ToolHost {
  /** In the order given. */
  readonly definitions: ReadonlyArray<ToolDefinition>
  /** Dies when the tool crashed, refused with an undeclared code or broke its output schema. */
  readonly call: (
    name: string,
    args: unknown,
    call: ToolCall,
  ) => Effect.Effect<ToolResult, ToolUnknown>
}

export interface ToolHostOptions {
  /** The longest answer, in bytes of compact JSON; default 262,144. A longer one is refused whole. */
  readonly maxAnswerBytes?: number
  /** Tools running at once; default 64. More wait for one to end, also for one that was cancelled. */
  readonly maxRunning?: number
  /** Told of every crash; by default logs the tool's name and nothing of the cause. */
  readonly onCrash?: (tool: string, defect: unknown) => Effect.Effect<void>
}

/** Captures the services the tools need. Fails on the first definition that is not sound. */
export const make = Effect.fnUntraced(function* <R = never>(
  tools: ReadonlyArray<Tool<R>>,
  options: ToolHostOptions = {},
): Effect.fn.Return<ToolHost, ToolInvalid, R> {
  const { maxAnswerBytes = 262_144, maxRunning = 64, onCrash = logCrash } = options
  // A span the host is made in is over when calls come.
  const context = Context.omit(Tracer.ParentSpan)(yield* Effect.context<R>()) as Context.Context<R>
  const slots = yield* Semaphore.make(maxRunning)
  const fault = inspectTools(tools.map((tool) => tool.definition))
  if (fault !== undefined) return yield* new ToolInvalid(fault)
  const runners = new Map(tools.map((tool) => [tool.definition.name, makeRunner(tool)]))

  return {
    definitions: tools.map((tool) => tool.definition),
    call: (name, args, call) => {
      const runner = runners.get(name)
      if (runner === undefined) return Effect.fail(new ToolUnknown())
      const violation = runner.refuse(args)
      const answer =
        violation !== undefined
          ? Effect.succeed(refused(violation))
          : withHeartbeat(call, (alive) =>
              slots.withPermit(runner.run(args as JsonObject, alive)),
            ).pipe(
              Effect.map((whole) => answered(whole, maxAnswerBytes)),
              Effect.catch((refusal) => Effect.succeed(refused(refusal))),
              Effect.tapDefect((defect) => onCrash(name, defect)),
            )
      return Effect.provideContext(runner.observe(answer, call.traceparent), context)
    },
  }
})

interface Runner<R> {
  readonly refuse: (args: unknown) => Refusal | undefined
  readonly run: (args: JsonObject, call: ToolCall) => Effect.Effect<JsonObject, ToolRefusal, R>
  readonly observe: Observer<ToolResult>
}

type Refusal =
  | SchemaCheck.Violation
  | ToolRefusal
  | { readonly code: HostErrorCode; readonly field?: string; readonly rule?: string }

const makeRunner = <R>({ definition, handle }: Tool<R>): Runner<R> => {
  const { errors, inputSchema, name, outputSchema } = definition
  const checkArguments = SchemaCheck.compile(inputSchema)
  const checkAnswer = outputSchema === undefined ? undefined : SchemaCheck.compile(outputSchema)
  const broken = (at: string, rule: string) => Effect.die(new ToolInvalid({ tool: name, at, rule }))

  return {
    observe: makeObserver(name, outcomeOf),
    refuse: (args) => (namesOwner(args) ? ownerIsFixed : checkArguments(args)),
    run: (args, call) =>
      Effect.suspend(() => {
        const outcome = handle(args, call)
        return Effect.isEffect(outcome) ? outcome : fromPromise(outcome)
      }).pipe(
        Effect.catch((refusal) =>
          errors.includes(refusal.code) ? Effect.fail(refusal) : broken("errors", "declared"),
        ),
        Effect.tap((answer) => {
          const violation = checkAnswer?.(answer)
          return violation === undefined
            ? Effect.void
            : broken(placeIn("outputSchema", violation.field ?? ""), violation.rule)
        }),
      ),
  }
}

/** A promise cannot be interrupted: it keeps its slot until it settles. */
const fromPromise = (outcome: Promise<JsonObject>): Effect.Effect<JsonObject, ToolRefusal> =>
  Effect.tryPromise({ try: () => outcome, catch: (error) => error }).pipe(
    Effect.catch((error) =>
      error instanceof ToolRefusal ? Effect.fail(error) : Effect.die(error),
    ),
    Effect.uninterruptible,
  )

const answered = (answer: JsonObject, maxBytes: number): ToolResult => {
  const text = JSON.stringify(answer)
  return Buffer.byteLength(text) > maxBytes
    ? refused({ code: "answer_too_large", rule: "maxAnswerBytes" })
    : { isError: false, structuredContent: answer, text }
}

const refused = ({ code, field, rule }: Refusal): ToolResult => {
  const error = {
    code,
    ...(field === undefined ? {} : { field }),
    ...(rule === undefined ? {} : { rule }),
  }
  return { isError: true, structuredContent: { error }, text: JSON.stringify({ error }) }
}

const outcomeOf = ({ isError, structuredContent }: ToolResult): string =>
  isError ? String((structuredContent.error as JsonObject).code) : "answered"

const ownerIsFixed: Refusal = { code: "owner_is_fixed", field: "owner" }

const namesOwner = (args: unknown): boolean =>
  typeof args === "object" &&
  args !== null &&
  Object.keys(args).some((name) => name.toLowerCase() === "owner")

const logCrash = (tool: string): Effect.Effect<void> =>
  Effect.logError("A tool call crashed").pipe(Effect.annotateLogs({ tool }))
