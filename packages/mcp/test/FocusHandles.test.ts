// Verifies: MC-07
import { describe, it } from "@effect/vitest"
import type { Focus } from "@reminisce/recall-engine"
import { type Owner, parseOwner } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { assert } from "vitest"
import { makeFocusHandles } from "../src/FocusHandles.ts"

const owner = (text: string): Owner => Option.getOrThrow(parseOwner(text))
const alice = owner("agent:alice")
const focusOf = (turn: number): Focus => ({ turn, cues: [], surfaced: [], bound: 0, seal: 0 })

describe("focus handles", () => {
  it.effect("find what was kept, and nothing else", () =>
    Effect.gen(function* () {
      const handles = makeFocusHandles()
      const handle = yield* handles.keep(alice, [], focusOf(1))
      assert.match(handle, /^[A-Za-z0-9_-]{22}$/)
      assert.deepStrictEqual(yield* handles.find(handle), focusOf(1))
      for (const unknown of ["", "new", "__proto__", "A".repeat(22)])
        assert.isUndefined(yield* handles.find(unknown))
    }),
  )

  it.effect("are named by owner, audience and content, and by nothing else", () =>
    Effect.gen(function* () {
      const [here, there] = [makeFocusHandles(), makeFocusHandles()]
      const handle = yield* here.keep(alice, ["p"], focusOf(1))
      assert.strictEqual(yield* here.keep(alice, ["p"], focusOf(1)), handle)
      assert.strictEqual(yield* there.keep(alice, ["p"], focusOf(1)), handle)
      const others = [
        yield* here.keep(owner("agent:bob"), ["p"], focusOf(1)),
        yield* here.keep(alice, ["q"], focusOf(1)),
        yield* here.keep(alice, [], focusOf(1)),
        yield* here.keep(alice, ["p"], focusOf(2)),
      ]
      assert.strictEqual(new Set([handle, ...others]).size, 5)
    }),
  )

  it.effect("are bounded in number: the one used longest ago makes room", () =>
    Effect.gen(function* () {
      const handles = makeFocusHandles({ capacity: 2 })
      const first = yield* handles.keep(alice, [], focusOf(1))
      const second = yield* handles.keep(alice, [], focusOf(2))
      yield* handles.find(first)
      const third = yield* handles.keep(alice, [], focusOf(3))
      assert.isUndefined(yield* handles.find(second))
      assert.deepStrictEqual(yield* handles.find(first), focusOf(1))
      assert.deepStrictEqual(yield* handles.find(third), focusOf(3))
      yield* handles.keep(alice, [], focusOf(3))
      assert.deepStrictEqual(yield* handles.find(first), focusOf(1))
    }),
  )

  it.effect("expire after their last use", () =>
    Effect.gen(function* () {
      const handles = makeFocusHandles({ lifeMillis: 1_000 })
      const handle = yield* handles.keep(alice, [], focusOf(1))
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(yield* handles.find(handle), focusOf(1))
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(yield* handles.find(handle), focusOf(1))
      yield* TestClock.adjust(1_001)
      assert.isUndefined(yield* handles.find(handle))
      yield* handles.keep(alice, [], focusOf(1))
      assert.deepStrictEqual(yield* handles.find(handle), focusOf(1))
    }),
  )
})
