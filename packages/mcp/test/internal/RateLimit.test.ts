import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { assert } from "vitest"
import * as RateLimit from "../../src/internal/RateLimit.ts"

describe("a rate limit", () => {
  it.effect("lets through what its rate and burst allow in any span of time, and as much", () =>
    Effect.gen(function* () {
      const [perSecond, burst] = [10, 5]
      const limit = RateLimit.make({ perSecond, burst })
      const pauses = Array.from({ length: 300 }, (_, i) => (i * 7_919) % 301)
      const passed: Array<number> = []
      let now = 0
      let allowance = burst
      for (const pause of pauses) {
        yield* TestClock.adjust(pause)
        now += pause
        allowance = Math.min(burst, allowance + (pause * perSecond) / 1_000)
        const wait = yield* limit("a")
        assert.strictEqual(wait === 0, allowance >= 1 - 1e-9, `at ${now}`)
        if (wait === 0) {
          allowance -= 1
          passed.push(now)
        }
      }
      for (const [i, from] of passed.entries()) {
        const inSecond = passed.slice(i).filter((at) => at < from + 1_000).length
        assert.isAtMost(inSecond, perSecond + burst)
      }
    }),
  )

  it.effect("keeps so many names and no more", () =>
    Effect.gen(function* () {
      const limit = RateLimit.make({ perSecond: 1, burst: 1, capacity: 2 })
      const waits = yield* Effect.all(["a", "b", "a", "c", "b", "a"].map((name) => limit(name)))
      // "b" was let go when "c" came, and begins anew; then "a" is.
      assert.deepStrictEqual(waits, [0, 0, 1_000, 0, 0, 0])
    }),
  )
})
