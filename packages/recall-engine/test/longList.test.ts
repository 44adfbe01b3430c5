import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { type ListAnswer, Recall } from "../src/index.ts"
import { alice, layerRecall, plant } from "./support/memoryFixture.ts"

/** More than one view reads of a list. */
const MEMORIES = 1_300
const keys = Array.from({ length: MEMORIES }, (_, i) => `m_${10_000 + ((i * 7_919) % MEMORIES)}`)

describe("a long list", () => {
  it.effect("has every memory once, the latest first, and ends where nothing is to be found", () =>
    Effect.gen(function* () {
      const recall = yield* Recall
      const sorted = [...keys.slice(700).sort().reverse(), ...keys.slice(0, 700).sort().reverse()]
      for (const [at, some] of [
        [100, keys.slice(0, 700)],
        [200, keys.slice(700)],
      ] as const) {
        yield* TestClock.setTime(at)
        yield* plant(alice, ...some.map((key) => ({ key, content: `gate ${key}` })))
      }
      const first: ListAnswer = yield* recall.listMemories(alice, { limit: 1_000 })
      const rest = yield* recall.listMemories(alice, { limit: 1_000, after: first.next ?? "" })
      const listed = [...first.memories, ...rest.memories].map(({ key }) => key)
      assert.deepStrictEqual(listed, sorted)
      assert.deepStrictEqual([first.scanned, rest.next], [MEMORIES, undefined])
      const then = yield* recall.asOf(alice, 150, { limit: 1_000 })
      assert.deepStrictEqual(
        then.memories.map(({ key }) => key),
        sorted.slice(600),
      )
      const none = yield* recall.recall(alice, null, { list: true, aspects: ["episodic"] })
      assert.deepStrictEqual([none.memories, none.scanned, none.next], [[], 0, undefined])
    }).pipe(Effect.provide(layerRecall)),
  )
})
