// Verifies: MC-17, MC-18
import { describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { assert } from "vitest"
import * as Backlog from "../../src/internal/Backlog.ts"

const limits = { waitingBytes: 10, waitingLines: 4, resumeBytes: 5, resumeLines: 2 }
const Step = Schema.Struct({
  isRemoval: Schema.Boolean,
  size: Schema.Literals([0, 1, 4, 9]),
})

describe("Backlog", () => {
  it.prop(
    "is full from above either upper bound until down to both lower ones",
    [Schema.Array(Step)],
    ([steps]) => {
      let rooms = 0
      const backlog = Backlog.make(limits, () => {
        rooms += 1
      })
      const held: Array<number> = []
      let [isFull, roomsExpected] = [false, 0]
      for (const { isRemoval, size } of steps) {
        const removed = isRemoval ? held.pop() : undefined
        if (removed !== undefined) {
          backlog.remove(removed)
        } else {
          held.push(size)
          backlog.add(size)
        }
        const bytes = held.reduce((sum, one) => sum + one, 0)
        if (!isFull && (bytes > 10 || held.length > 4)) isFull = true
        if (isFull && bytes <= 5 && held.length <= 2) {
          isFull = false
          roomsExpected += 1
        }
        assert.strictEqual(backlog.isFull(), isFull)
        assert.strictEqual(rooms, roomsExpected)
      }
    },
    { arbitrary: { runs: 500 } },
  )
})
