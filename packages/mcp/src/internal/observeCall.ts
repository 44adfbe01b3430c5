/**
 * What may be known of a tool call from outside: which declared tool, how it went and how long it
 * took, as one span, one count and one duration. Nothing of what was asked, answered or thrown.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"

const calls = Metric.counter("reminisce_mcp_tool_calls", {
  description: "Tool calls by tool and outcome",
  incremental: true,
})
const durations = Metric.timer("reminisce_mcp_tool_duration", {
  description: "Time from a tool call to its answer, waiting included, by tool",
})

/**
 * Runs a call of one tool under a span that is a child of the caller's own, as W3C trace context writes
 * it; what is no such thing is not used.
 */
export type Observer<A> = <E, R>(
  call: Effect.Effect<A, E, R>,
  traceparent: string | undefined,
) => Effect.Effect<A, E, R>

/**
 * `outcomeOf` says `answered` or the code of the refusal: words of this program only. The outcome is
 * `crashed` for a defect, which passes through unseen, and `interrupted` for a call given up.
 */
export const makeObserver = <A>(tool: string, outcomeOf: (answer: A) => string): Observer<A> => {
  const timer = Metric.withAttributes(durations, { tool })
  const counters = new Map<string, Metric.Counter<number>>()
  const counterOf = (outcome: string): Metric.Counter<number> => {
    const known = counters.get(outcome)
    if (known !== undefined) return known
    const made = Metric.withAttributes(calls, { tool, outcome })
    counters.set(outcome, made)
    return made
  }
  return (call, traceparent) =>
    Effect.clockWith((clock) => {
      const startedAt = clock.currentTimeNanosUnsafe()
      const parent = parseTraceparent(traceparent)
      let settled: Settled<A> | undefined
      const measured = Effect.suspend(() => {
        const took = Duration.nanos(clock.currentTimeNanosUnsafe() - startedAt)
        const counter = counterOf(settled?.outcome ?? "interrupted")
        return Effect.andThen(Metric.update(counter, 1), Metric.update(timer, took))
      })
      const spanned = call.pipe(
        Effect.map((answer): Settled<A> => ({ answer, outcome: outcomeOf(answer) })),
        Effect.catchDefect((defect) => Effect.succeed<Settled<A>>({ defect, outcome: "crashed" })),
        // A span ends with what its effect gave, so this one gives nothing.
        Effect.flatMap((ended) => {
          settled = ended
          return Effect.annotateCurrentSpan("outcome", ended.outcome)
        }),
        Effect.ensuring(measured),
        Effect.withSpan(
          "ToolHost.call",
          { kind: "server", attributes: { tool }, ...(parent === undefined ? {} : { parent }) },
          // Every call comes from the same place, so it is not looked for.
          { captureStackTrace: false },
        ),
      )
      return Effect.andThen(
        spanned,
        Effect.suspend(() => settledAnswer(settled)),
      )
    })
}

type Settled<A> =
  | { readonly answer: A; readonly outcome: string }
  | { readonly defect: unknown; readonly outcome: "crashed" }

const settledAnswer = <A>(settled: Settled<A> | undefined): Effect.Effect<A> => {
  if (settled === undefined) return Effect.interrupt
  return "defect" in settled ? Effect.die(settled.defect) : Effect.succeed(settled.answer)
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const NONE = /^0+$/

/** Undefined for anything but version 00 of the format with both ids. */
const parseTraceparent = (text: string | undefined): Tracer.ExternalSpan | undefined => {
  if (text === undefined) return undefined
  const [, traceId = "0", spanId = "0", flags = "0"] = TRACEPARENT.exec(text) ?? []
  if (NONE.test(traceId) || NONE.test(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: Number.parseInt(flags, 16) % 2 === 1 })
}
