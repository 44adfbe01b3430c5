/**
 * Everything an effect lets out beside its answer: spans with their events and ends, and log lines.
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"

interface Capture {
  readonly spans: Array<Tracer.NativeSpan>
  readonly lines: Array<string>
}

const makeCapture = () => {
  const capture: Capture = { spans: [], lines: [] }
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      capture.spans.push(span)
      return span
    },
  })
  const logger = Logger.make(({ message, cause }) => {
    capture.lines.push(`${inspect(message)} ${Cause.pretty(cause)}`)
  })
  const layer = Layer.mergeAll(
    Layer.succeed(Tracer.Tracer)(tracer),
    Logger.layer([logger]),
    Layer.succeed(References.MinimumLogLevel)("All"),
  )
  return { capture, layer }
}

/** All of it as one text. */
const textOf = ({ spans, lines }: Capture): string => [...lines, ...spans.map(spanText)].join("\n")

const spanText = (span: Tracer.NativeSpan): string =>
  inspect([
    span.name,
    [...span.attributes],
    span.events,
    span.status._tag === "Ended" ? exitText(span.status.exit) : span.status._tag,
  ])

const exitText = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isFailure(exit)
    ? `${Cause.pretty(exit.cause)} ${inspect(exit.cause)}`
    : `success ${inspect(exit.value)}`

const inspect = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each)) ?? ""

/** An error as anyone might print it. */
export const errorText = (error: unknown): string =>
  [String(error), inspect(error), error instanceof Error ? error.stack : ""].join("\n")

/** Runs an effect, and answers how it ended and all that it let out. */
export const captured = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { capture, layer } = makeCapture()
    const exit = yield* Effect.exit(Effect.provide(effect, layer))
    return { exit, text: textOf(capture), spans: capture.spans.map(({ name }) => name) }
  })
