/**
 * Everything a program lets out beside its answers: spans with what they ended with, log lines and
 * metrics.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"

export interface Watch {
  readonly layer: Layer.Layer<never>
  /** All of it as one text, and from here on nothing of it. */
  readonly take: () => Effect.Effect<string>
}

export const makeWatch = (): Watch => {
  const spans: Array<Tracer.NativeSpan> = []
  const lines: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  const logger = Logger.make(({ message, cause, fiber }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    lines.push(`${print(message)} ${Cause.pretty(cause)} ${print(annotations)}`)
  })
  return {
    layer: Layer.mergeAll(
      Layer.succeed(Tracer.Tracer)(tracer),
      Logger.layer([logger]),
      Layer.succeed(References.MinimumLogLevel)("All"),
    ),
    take: () =>
      Effect.map(Metric.snapshot, (metrics) =>
        [...lines.splice(0), ...spans.splice(0).map(printSpan), print(metrics)].join("\n"),
      ),
  }
}

const printSpan = (span: Tracer.NativeSpan): string =>
  print([
    span.name,
    [...span.attributes],
    span.events,
    span.links.map(({ attributes }) => attributes),
    span.status._tag === "Ended" ? printExit(span.status.exit) : span.status._tag,
  ])

/** An exit as anyone might print it, value and error included. */
export const printExit = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isSuccess(exit)
    ? `success ${print(exit.value)}`
    : [
        Cause.pretty(exit.cause),
        ...exit.cause.reasons.flatMap((reason) => {
          const thrown = Cause.isFailReason(reason)
            ? reason.error
            : Cause.isDieReason(reason)
              ? reason.defect
              : undefined
          return [print(thrown), String(thrown), thrown instanceof Error ? thrown.stack : ""]
        }),
        print(Context.isContext(exit.cause) ? [] : [...exit.cause.reasons]),
      ].join("\n")

export const print = (value: unknown): string => {
  const seen = new WeakSet<object>()
  return (
    JSON.stringify(value, (_, each) => {
      if (typeof each === "bigint") return String(each)
      if (typeof each !== "object" || each === null) return each
      if (seen.has(each)) return "(again)"
      seen.add(each)
      if (each instanceof Map) return [...each]
      if (each instanceof Error) return { ...each, says: `${each.name}: ${each.message}` }
      return each
    }) ?? String(value)
  )
}
