// Verifies: MC-07, MC-08, IN-13
import { describe, it } from "@effect/vitest"
import { type Focus, Recall, type RecallAnswer, type RecallOptions } from "@reminisce/recall-engine"
import { Invalid } from "@reminisce/schema"
import { parseOwner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert } from "vitest"
import { makeFocusHandles } from "../../src/FocusHandles.ts"
import type { ToolConnection } from "../../src/ToolDefinition.ts"
import * as ToolHost from "../../src/ToolHost.ts"
import type { JsonObject } from "../../src/ToolSchema.ts"
import { recallTool } from "../../src/tools/recallTool.ts"

const turnOf = ({ focus }: RecallOptions): number | undefined => (focus as Focus | undefined)?.turn

/** A recall that answers nothing but the next focus, writes down what it was asked, and refuses the word "fail". */
const makeRecall = () => {
  const asked: Array<RecallOptions> = []
  const recall = (_owner: unknown, query: string | null, options: RecallOptions = {}) => {
    asked.push(options)
    if (query === "fail") return Effect.fail(new Invalid({ field: "query", rule: "test" }))
    const turn = (turnOf(options) ?? 0) + 1
    return Effect.succeed<RecallAnswer>({
      memories: [],
      scores: [],
      parts: [],
      duplicates: [],
      scanned: 0,
      due: [],
      focus: { turn, cues: [], surfaced: [], bound: 0, seal: 0 },
      at: null,
      terms: [],
    })
  }
  return { asked, service: { recall } as unknown as Recall["Service"] }
}

const makeHost = Effect.fnUntraced(function* () {
  const { asked, service } = makeRecall()
  const owner = Option.getOrThrow(parseOwner("agent:alice"))
  const host = yield* ToolHost.make([recallTool(owner, makeFocusHandles())]).pipe(
    Effect.provideService(Recall, service),
  )
  const call = (connection: ToolConnection, args: JsonObject) =>
    host.call("memory_recall", args, { signal: new AbortController().signal, connection })
  return { asked, call }
})

const turns = (asked: ReadonlyArray<RecallOptions>) => asked.map(turnOf)

describe("a connection of the older era", () => {
  it.effect("uses the focus it was left with, apart from every other connection", () =>
    Effect.gen(function* () {
      const { asked, call } = yield* makeHost()
      const [one, other]: ReadonlyArray<ToolConnection> = [
        { era: "legacy", isSession: true },
        { era: "legacy", isSession: true },
      ]
      assert.isDefined(one)
      assert.isDefined(other)
      yield* call(one, { query: "a" })
      yield* call(one, { query: "fail" })
      yield* call(one, { query: "a" })
      yield* call(other, { query: "a" })
      assert.deepStrictEqual(turns(asked), [undefined, 1, 1, undefined])
    }),
  )

  it.effect("says session_start until its first recall has succeeded", () =>
    Effect.gen(function* () {
      const { asked, call } = yield* makeHost()
      const connection: ToolConnection = { era: "legacy", isSession: true }
      yield* call(connection, { query: "fail", events: ["door"] })
      yield* call(connection, { query: "a", events: ["session_start", "door"] })
      yield* call(connection, { query: "a" })
      assert.deepStrictEqual(
        asked.map(({ events }) => events),
        [["door", "session_start"], ["session_start", "door"], undefined],
      )
    }),
  )

  it.effect("keeps its own focus while it asks with a handle", () =>
    Effect.gen(function* () {
      const { asked, call } = yield* makeHost()
      const connection: ToolConnection = { era: "legacy", isSession: true }
      yield* call(connection, { query: "a" })
      const { structuredContent } = yield* call(connection, { query: "a", focus: "new" })
      yield* call(connection, { query: "a", focus: String(structuredContent.focus) })
      yield* call(connection, { query: "a" })
      assert.deepStrictEqual(turns(asked), [undefined, undefined, 1, 1])
    }),
  )
})

describe("a connection of the newer era", () => {
  it.effect("is no session: nothing is kept for it and no event is added", () =>
    Effect.gen(function* () {
      const { asked, call } = yield* makeHost()
      const connection: ToolConnection = { era: "modern", isSession: false }
      yield* call(connection, { query: "a" })
      yield* call(connection, { query: "a" })
      assert.deepStrictEqual(asked, [{}, {}])
    }),
  )

  it.effect("carries a focus by its handle, and is told when it is not known", () =>
    Effect.gen(function* () {
      const { asked, call } = yield* makeHost()
      const connection: ToolConnection = { era: "modern", isSession: false }
      const first = yield* call(connection, { query: "a", focus: "new" })
      assert.notProperty(first.structuredContent, "focusReset")
      yield* call(connection, { query: "a", focus: String(first.structuredContent.focus) })
      const lost = yield* call(connection, { query: "a", focus: "A".repeat(22) })
      assert.isTrue(lost.structuredContent.focusReset)
      assert.deepStrictEqual(turns(asked), [undefined, 1, undefined])
    }),
  )
})
