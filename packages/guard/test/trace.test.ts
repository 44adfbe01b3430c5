// Verifies: GU-07, GU-08, GU-09
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Tracer from "effect/Tracer"
import { Guard, Samples } from "../src/index.ts"

/** Everything a watcher could see: spans with attributes and events, and log lines. */
interface Seen {
  readonly spans: Array<Tracer.NativeSpan>
  readonly logs: Array<string>
}

const watch = (seen: Seen) =>
  Layer.mergeAll(
    Layer.succeed(
      Tracer.Tracer,
      Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          seen.spans.push(span)
          return span
        },
      }),
    ),
    Logger.layer([Logger.make((entry) => void seen.logs.push(JSON.stringify(entry.message)))]),
  )

const textOf = (seen: Seen): string =>
  JSON.stringify(seen.logs) +
  seen.spans
    .map((span) =>
      JSON.stringify(
        [span.name, Array.from(span.attributes), span.events, span.status],
        (_, value) => (typeof value === "bigint" ? String(value) : value),
      ),
    )
    .join()

/** Parts of a key that would give it away: any eight characters of it. */
const shards = (key: string): ReadonlyArray<string> =>
  Array.from({ length: key.length - 7 }, (_, start) => key.slice(start, start + 8))

const samples = Object.entries({ ...Samples.leading, ...Samples.further })
  .filter(([rule]) => !(rule in Samples.missedOnPurpose))
  .flatMap(([, sample]) => Samples.renderSample(sample, 21).slice(0, 1))

/** The variable part of a sample: its longest run of letters and digits. */
const core = (text: string): string =>
  (text.match(/[A-Za-z0-9+/]{8,}/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), "")

describe("a refusal", () => {
  it.effect(
    "leaves nothing of the text in spans, logs, errors and causes",
    () =>
      Effect.gen(function* () {
        const guard = yield* Guard
        for (const text of samples) {
          const seen: Seen = { spans: [], logs: [] }
          const exit = yield* guard.check([{ field: "content", text }]).pipe(
            Effect.withSpan("remember"),
            Effect.tapCause((cause) => Effect.logError(Cause.pretty(cause))),
            Effect.exit,
            Effect.provide(watch(seen)),
          )
          assert.strictEqual(exit._tag, "Failure")
          const said =
            textOf(seen) +
            JSON.stringify(exit) +
            String(exit._tag === "Failure" ? Cause.pretty(exit.cause) : "")
          assert.include(said, "SecretRefused")
          for (const shard of shards(core(text))) assert.notInclude(said, shard)
        }
      }).pipe(Effect.provide(Guard.layer)),
    60_000,
  )

  it.effect("is told to whoever watches, by place and family", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const seen: Seen = { spans: [], logs: [] }
      const text = Samples.renderTemplate("ghp_<A36>", 2)
      yield* Effect.exit(guard.check([{ field: "content", text }])).pipe(
        Effect.withSpan("remember"),
        Effect.provide(watch(seen)),
      )
      const events = seen.spans.flatMap((span) => span.events)
      assert.deepStrictEqual(
        events.map(([name, , attributes]) => [name, attributes]),
        [["guard.refused", { field: "content", families: "github" }]],
      )
    }).pipe(Effect.provide(Guard.layer)),
  )

  it.effect("would be noticed by each of these captures if it did leak", () =>
    Effect.gen(function* () {
      const key = Samples.renderTemplate("ghp_<A36>", 3)
      const capture = (leak: Effect.Effect<void, string>) =>
        Effect.gen(function* () {
          const seen: Seen = { spans: [], logs: [] }
          yield* leak.pipe(Effect.withSpan("remember"), Effect.exit, Effect.provide(watch(seen)))
          return textOf(seen)
        })
      const leaks = [
        Effect.logInfo(`stored ${key}`),
        Effect.annotateCurrentSpan("text", key),
        Effect.fail(key),
        Effect.void.pipe(Effect.withSpan(`remember ${key}`)),
        Effect.flatMap(Effect.orDie(Effect.currentSpan), (span) =>
          Effect.sync(() => span.event("text", 0n, { key })),
        ),
      ]
      for (const leak of leaks) assert.include(yield* capture(leak), key)
    }),
  )
})
