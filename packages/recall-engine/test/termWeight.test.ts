// Verifies: RE-20
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { termWeight } from "../src/index.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 }))

describe("termWeight", () => {
  it.prop("is the true floor or one less", { count: Count, having: Count }, ({ count, having }) => {
    const few = Math.min(count, having)
    const truth = 256 * Math.log2((count + few) / few)
    const weight = termWeight(count, few)
    assert.isAtMost(weight, Math.floor(truth + 1e-9))
    assert.isAtLeast(weight, Math.floor(truth - 1e-9) - 1)
  })

  it.prop(
    "never falls as fewer memories have the term",
    { count: Count, having: Count },
    ({ count, having }) => {
      const few = Math.min(count, having)
      assert.isAtLeast(termWeight(count, Math.max(1, few - 1)), termWeight(count, few))
    },
  )

  it("is one bit where all memories have the term", () => {
    assert.strictEqual(termWeight(1, 1), 256)
    assert.strictEqual(termWeight(5_882, 5_882), 256)
  })
})
