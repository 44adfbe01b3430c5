/**
 * Answers lost on the way back, for stores behind a network.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { counterOf, increment } from "../internal/counters.ts"
import { expectEqual } from "../internal/expectations.ts"
import { group } from "../internal/group.ts"
import { openNew, sequenceOf } from "../internal/opened.ts"
import type { OpenStore } from "../OpenStore.ts"

const { check } = group("lost answers")

export const lostAnswerChecks = (losing: OpenStore) => [
  check("are found again, and no plan is carried out twice", (options) =>
    Effect.gen(function* () {
      const opened = yield* openNew({ ...options, layer: losing })
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => increment(opened, "n"),
        { concurrency: 3 },
      )
      expectEqual(
        answers.toSorted((a, b) => a - b),
        answers.map((_, i) => i + 1),
      )
      expectEqual(yield* counterOf(opened, "n"), 20)
      expectEqual(yield* sequenceOf(opened), 20)
    }),
  ),
]
