// Verifies: MC-27, MC-52
import { describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert } from "vitest"
import type { Tool, ToolDefinition, ToolProgress } from "../src/ToolDefinition.ts"
import * as ToolHost from "../src/ToolHost.ts"
import { ToolRefusal } from "../src/ToolRefusal.ts"
import type { JsonObject } from "../src/ToolSchema.ts"
import { context, withHandle } from "./fixtures/plainTool.ts"

describe("calling a tool", () => {
  it.effect("fails for a name that is not there", () =>
    Effect.gen(function* () {
      const host = yield* ToolHost.make([withHandle(() => Effect.succeed({}))])
      for (const name of ["other", "__proto__", "toString", ""]) {
        const error = yield* host.call(name, {}, context).pipe(Effect.flip)
        assert.strictEqual(error._tag, "ToolUnknown")
      }
    }),
  )

  it.effect("gives the answer as it is, and as compact text", () =>
    Effect.gen(function* () {
      const answer = { list: [1, { a: null }], text: "ąß" }
      const host = yield* ToolHost.make([withHandle(() => Effect.succeed(answer))])
      const result = yield* host.call("tool", {}, context)
      assert.strictEqual(result.structuredContent, answer)
      assert.strictEqual(result.text, '{"list":[1,{"a":null}],"text":"ąß"}')
      assert.isFalse(result.isError)
    }),
  )

  it.effect("does not start the tool when its arguments do not fit", () =>
    Effect.gen(function* () {
      let runs = 0
      const host = yield* ToolHost.make([
        withHandle(() =>
          Effect.sync(() => {
            runs += 1
            return {}
          }),
        ),
      ])
      const bad = [{ text: "12345" }, { text: 5 }, { other: "" }, { owner: "x" }, [], null, "x"]
      for (const args of bad) {
        assert.isTrue((yield* host.call("tool", args, context)).isError)
      }
      assert.strictEqual(runs, 0)
    }),
  )

  it.effect("gives a declared refusal as data, from an effect and from a promise", () =>
    Effect.gen(function* () {
      const refusal = new ToolRefusal({ code: "not_today", field: "text", rule: "because" })
      const handles: ReadonlyArray<Tool["handle"]> = [
        () => Effect.fail(refusal),
        () => Promise.reject(refusal),
      ]
      for (const handle of handles) {
        const host = yield* ToolHost.make([withHandle(handle)])
        const result = yield* host.call("tool", {}, context)
        const error = { code: "not_today", field: "text", rule: "because" }
        assert.deepStrictEqual(result.structuredContent, { error })
        assert.strictEqual(result.text, JSON.stringify({ error }))
        assert.isTrue(result.isError)
      }
    }),
  )

  it.effect("measures the answer in bytes", () =>
    Effect.gen(function* () {
      const handle: Tool["handle"] = () => Effect.succeed({ a: "éé" })
      const size = '{"a":""}'.length + 4
      const wide = yield* ToolHost.make([withHandle(handle)], { maxAnswerBytes: size })
      assert.isFalse((yield* wide.call("tool", {}, context)).isError)
      const narrow = yield* ToolHost.make([withHandle(handle)], { maxAnswerBytes: size - 1 })
      assert.deepStrictEqual((yield* narrow.call("tool", {}, context)).structuredContent, {
        error: { code: "answer_too_large", rule: "maxAnswerBytes" },
      })
    }),
  )

  it.effect("dies of a crash, of an undeclared refusal and of an answer out of shape", () =>
    Effect.gen(function* () {
      const outputSchema: ToolDefinition["outputSchema"] = {
        type: "object",
        properties: { a: { type: "integer" } },
        additionalProperties: false,
      }
      const crashed: Array<string> = []
      const handles: ReadonlyArray<Tool["handle"]> = [
        () => {
          throw new Error("crash")
        },
        () => Effect.die("crash"),
        () => Promise.reject(new Error("crash")),
        () => Effect.fail(new ToolRefusal({ code: "undeclared" })),
        () => Promise.reject(new ToolRefusal({ code: "undeclared" })),
        () => Effect.succeed({ a: "text" }),
        () => Effect.succeed({ a: 1, b: 2 }),
      ]
      for (const handle of handles) {
        const host = yield* ToolHost.make([withHandle(handle, { outputSchema })], {
          onCrash: (tool) => Effect.sync(() => crashed.push(tool)),
        })
        const exit = yield* host.call("tool", {}, context).pipe(Effect.exit)
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      }
      assert.deepStrictEqual(
        crashed,
        handles.map(() => "tool"),
      )
    }),
  )

  it.effect("gives tools the services that were there when the host was made", () =>
    Effect.gen(function* () {
      class Greeting extends Context.Service<Greeting, string>()("test/Greeting") {}
      const tool = withHandle(() => Effect.map(Greeting, (text) => ({ text })))
      const host = yield* ToolHost.make([tool]).pipe(Effect.provideService(Greeting, "hello"))
      const { structuredContent } = yield* host.call("tool", {}, context)
      assert.deepStrictEqual(structuredContent, { text: "hello" })
    }),
  )
})

describe("a call whose client asks how far it is", () => {
  const beats = Effect.fnUntraced(function* (handle: Tool["handle"]) {
    const host = yield* ToolHost.make([withHandle(handle)])
    const heard: Array<ToolProgress> = []
    const report = (progress: ToolProgress): void => void heard.push(progress)
    const fiber = yield* Effect.forkChild(host.call("tool", {}, { ...context, report }))
    yield* TestClock.adjust("16 seconds")
    const during = [...heard]
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(fiber)
    yield* TestClock.adjust("1 minute")
    return [during, heard]
  })

  it.effect("hears every five seconds that it is alive, and nothing afterwards", () =>
    Effect.gen(function* () {
      const [during, all] = yield* beats(() => Effect.as(Effect.sleep("21 seconds"), {}))
      assert.deepStrictEqual(during, [{ done: 1 }, { done: 2 }, { done: 3 }])
      assert.lengthOf(all ?? [], 4)
    }),
  )

  it.effect("hears of a tool's own progress, and then of nothing else", () =>
    Effect.gen(function* () {
      const [, all] = yield* beats((_, { report }) => {
        report?.({ done: 7, total: 9 })
        return Effect.as(Effect.sleep("21 seconds"), {})
      })
      assert.deepStrictEqual(all, [{ done: 7, total: 9 }])
    }),
  )
})

describe("running many at once", () => {
  it.effect("starts no more than allowed, and the next as soon as one ends or is interrupted", () =>
    Effect.gen(function* () {
      let running = 0
      const gates = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const tool = withHandle((args) => {
        const gate = gates[args.text === "a" ? 0 : 1]
        running += 1
        return Deferred.await(gate).pipe(
          Effect.as({}),
          Effect.ensuring(
            Effect.sync(() => {
              running -= 1
            }),
          ),
        )
      })
      const host = yield* ToolHost.make([tool], { maxRunning: 2 })
      const start = (text: string) => Effect.forkChild(host.call("tool", { text }, context))
      const first = yield* start("a")
      const second = yield* start("b")
      const third = yield* start("b")
      yield* Effect.yieldNow
      assert.strictEqual(running, 2)
      yield* Fiber.interrupt(first)
      yield* Effect.yieldNow
      assert.strictEqual(running, 2)
      yield* Deferred.succeed(gates[1], undefined)
      assert.isFalse((yield* Fiber.join(second)).isError)
      assert.isFalse((yield* Fiber.join(third)).isError)
      assert.strictEqual(running, 0)
    }),
  )

  it.live("leaves a promise its place until it settles, although its call was interrupted", () =>
    Effect.gen(function* () {
      const settled = Promise.withResolvers<JsonObject>()
      let runs = 0
      const tool: Tool = withHandle(() => {
        runs += 1
        return settled.promise
      })
      const host = yield* ToolHost.make([tool], { maxRunning: 1 })
      const first = yield* Effect.forkChild(host.call("tool", {}, context))
      yield* Effect.yieldNow
      yield* Effect.forkChild(Fiber.interrupt(first))
      const second = yield* Effect.forkChild(host.call("tool", {}, context))
      yield* Effect.yieldNow
      assert.strictEqual(runs, 1)
      settled.resolve({})
      yield* Fiber.join(second)
      assert.strictEqual(runs, 2)
    }),
  )
})
