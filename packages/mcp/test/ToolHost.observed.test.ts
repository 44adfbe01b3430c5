// Verifies: GU-07
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { assert } from "vitest"
import type { Tool, ToolCall } from "../src/ToolDefinition.ts"
import * as ToolHost from "../src/ToolHost.ts"
import { ToolRefusal } from "../src/ToolRefusal.ts"
import { context, withHandle } from "./fixtures/plainTool.ts"

const CANARY = "zebrafish"

/** Runs one call and gives all that an operator could see of it. */
const observe = Effect.fnUntraced(function* (
  handle: Tool["handle"],
  args: unknown = {},
  call: ToolCall = context,
) {
  const spans: Array<Tracer.NativeSpan> = []
  const logs: Array<unknown> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  const logger = Logger.make(({ message, cause }) => void logs.push([message, String(cause)]))
  const registry = new Map()
  const seen = Effect.gen(function* () {
    const host = yield* ToolHost.make([withHandle(handle)])
    const fiber = yield* Effect.forkChild(host.call("tool", args, call))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
    return yield* Metric.snapshot
  })
  const metrics = yield* seen.pipe(
    Effect.provideService(Tracer.Tracer, tracer),
    Effect.provideService(Metric.MetricRegistry, registry),
    Effect.provide(Logger.layer([logger])),
  )
  const shown = spans.map(({ attributes, events, name, parent, status }) => ({
    name,
    parent: Option.getOrUndefined(parent),
    attributes: Object.fromEntries(attributes),
    events,
    exit: status._tag === "Ended" ? String(status.exit) : status._tag,
  }))
  return { shown, logs, metrics }
})

const everything = (seen: unknown): string =>
  JSON.stringify(seen, (_, value) => (typeof value === "bigint" ? String(value) : value))

const thrown = new Error(`no ${CANARY}`)
const cases: ReadonlyArray<
  readonly [name: string, outcome: string, handle: Tool["handle"], args: object]
> = [
  ["an answer", "answered", () => Effect.succeed({ text: CANARY }), {}],
  [
    "a refusal",
    "not_today",
    () => Effect.fail(new ToolRefusal({ code: "not_today", field: CANARY })),
    {},
  ],
  ["a crash", "crashed", () => Effect.die(thrown), {}],
  ["an undeclared refusal", "crashed", () => Effect.fail(new ToolRefusal({ code: CANARY })), {}],
  ["a call given up", "interrupted", () => Effect.never, {}],
  ["text over its cap", "too_large", () => Effect.succeed({}), { text: CANARY }],
  ["an undeclared argument", "invalid", () => Effect.succeed({}), { [CANARY]: CANARY }],
  ["an owner", "owner_is_fixed", () => Effect.succeed({}), { owner: CANARY }],
]

describe("a tool call seen from outside", () => {
  for (const [name, outcome, handle, args] of cases) {
    it.effect(`${name} is ${outcome}, and no word of it shows`, () =>
      Effect.gen(function* () {
        const seen = yield* observe(handle, args)
        assert.lengthOf(seen.shown, 1)
        const said = outcome === "interrupted" ? {} : { outcome }
        assert.deepStrictEqual(seen.shown[0]?.attributes, { tool: "tool", ...said })
        const count = seen.metrics.find(({ id }) => id === "reminisce_mcp_tool_calls")
        assert.deepInclude(count?.attributes, { tool: "tool", outcome })
        const time = seen.metrics.find(({ id }) => id === "reminisce_mcp_tool_duration")
        assert.containSubset(time, { state: { count: 1 } })
        assert.lengthOf(seen.logs, outcome === "crashed" ? 1 : 0)
        assert.notInclude(everything(seen), CANARY)
      }),
    )
  }

  it.effect("would show a word in a span or a log, were it there", () =>
    Effect.gen(function* () {
      const spoken = Effect.logInfo(CANARY).pipe(Effect.as({}), Effect.withSpan("inside"))
      const seen = yield* observe(() => spoken)
      assert.include(everything(seen.logs), CANARY)
      const annotated = Effect.annotateCurrentSpan("word", CANARY).pipe(Effect.as({}))
      assert.include(everything((yield* observe(() => annotated)).shown), CANARY)
      const dead = Effect.die(thrown).pipe(Effect.withSpan("inside"))
      assert.include(everything((yield* observe(() => dead)).shown), CANARY)
    }),
  )

  it.effect("reaches the tracer its host was made with, and no span the host was made in", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        },
      })
      const inside = () => Effect.succeed({}).pipe(Effect.withSpan("inside"))
      const host = yield* ToolHost.make([withHandle(inside)]).pipe(
        Effect.withSpan("making"),
        Effect.provideService(Tracer.Tracer, tracer),
      )
      yield* Effect.promise(() => Effect.runPromise(host.call("tool", {}, context)))
      const shown = spans.map(({ name, parent }) => [name, Option.getOrUndefined(parent)])
      const [, , [, parent] = []] = shown
      assert.deepStrictEqual(
        shown.map(([name]) => name),
        ["making", "ToolHost.call", "inside"],
      )
      assert.isUndefined(shown[1]?.[1])
      assert.strictEqual(parent, spans[1])
    }),
  )

  it.effect("is a child of the span its caller names, if that is one", () =>
    Effect.gen(function* () {
      const [trace, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]
      const parentOf = (traceparent: string) =>
        observe(() => Effect.succeed({}), {}, { ...context, traceparent }).pipe(
          Effect.map(({ shown }) => shown[0]?.parent),
        )
      assert.deepInclude(yield* parentOf(`00-${trace}-${span}-01`), {
        traceId: trace,
        spanId: span,
        sampled: true,
      })
      assert.deepInclude(yield* parentOf(`00-${trace}-${span}-00`), { sampled: false })
      const none = [
        "",
        CANARY,
        `01-${trace}-${span}-01`,
        `00-${"0".repeat(32)}-${span}-01`,
        `00-${trace}-${"0".repeat(16)}-01`,
        `00-${trace}-${span}-01-${CANARY}`,
        `00-${trace.toUpperCase()}-${span}-01`,
      ]
      for (const text of none) assert.isUndefined(yield* parentOf(text), text)
    }),
  )
})
