/**
 * One life by the tools in one store and by the library in another.
 *
 * @module
 */
import { assert } from "@effect/vitest"
import { type JsonObject, memoryTools, type ToolConnection, ToolHost } from "@reminisce/mcp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { layerOver } from "reminisce"
import type { stores } from "../stores.ts"
import { direct, owner, type Session } from "./direct.ts"
import type { Step } from "./steps.ts"

/** Refused before the library is asked: the tool's own schema holds the arguments first. */
const isHosts = ({ error }: JsonObject): boolean => {
  const { code } = Object(error)
  return code === "invalid" || code === "too_large"
}

/** One life, by the tools in one store and by the library in another; gives the codes that were met. */
export const live = Effect.fnUntraced(function* (
  layer: (typeof stores)[number]["layer"],
  steps: ReadonlyArray<Step>,
  connection: ToolConnection,
) {
  const far = yield* Layer.build(Layer.fresh(layerOver(layer)))
  const near = yield* Layer.build(Layer.fresh(layerOver(layer)))
  const host = yield* ToolHost.make(memoryTools(owner)).pipe(Effect.provideContext(far))
  const session: Session | undefined = connection.isSession
    ? { focus: undefined, begun: false }
    : undefined
  const met: Array<string> = []
  for (const [i, one] of steps.entries()) {
    yield* TestClock.adjust("1 seconds")
    // Made keys are random: a step that needs one gets its own.
    const named: Step =
      one.tool === "memory_remember" ? { ...one, args: { key: `m_${i}`, ...one.args } } : one
    const { isError, structuredContent, text } = yield* Effect.orDie(
      host.call(named.tool, named.args, { signal: new AbortController().signal, connection }),
    )
    assert.strictEqual(text, JSON.stringify(structuredContent))
    const { code } = Object(structuredContent.error)
    met.push(isError ? String(code) : named.tool)
    // A tool's own rule: the library's call has no reason without what it replaces.
    const { reason, supersedes } = named.args
    if (named.tool === "memory_remember" && reason !== undefined && supersedes === undefined) {
      assert.isTrue(isError && isHosts(structuredContent), text)
      continue
    }
    const answer = yield* direct(named, session).pipe(Effect.provideContext(near))
    // The schema refuses first, and names field and rule in its own words.
    if (isError && isHosts(structuredContent))
      assert.isDefined(answer.error, `${i} ${named.tool} ${text}`)
    else assert.deepStrictEqual(structuredContent, answer, `${i} ${named.tool}`)
  }
  return met
})
