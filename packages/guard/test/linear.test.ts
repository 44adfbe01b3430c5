// Verifies: GU-04
import { assert, describe, it } from "@effect/vitest"
import { compileGuard, families } from "../src/index.ts"
import { adversarialUnits, repeated } from "./adversarial.ts"

const guard = compileGuard(families)

/** CPU time of one scan in microseconds, the least of several. */
const cost = (text: string, turns: number): number => {
  const fields = [{ field: "content", text }]
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < turns; turn += 1) {
    const before = process.cpuUsage()
    guard.scan(fields)
    least = Math.min(least, process.cpuUsage(before).user)
  }
  return least
}

const KiB = 1024

describe("the time of a scan", () => {
  it("grows no worse than linearly on the costliest of four thousand hostile texts", () => {
    assert.isAtLeast(adversarialUnits.length, 4000)
    for (const unit of adversarialUnits.slice(0, 200)) cost(repeated(unit, KiB), 1)
    const ranked = adversarialUnits
      .map((unit) => ({ unit, micros: cost(repeated(unit, 2 * KiB), 1) }))
      .sort((left, right) => right.micros - left.micros)
    const grown = ranked.slice(0, 5).map(({ unit }) => {
      const small = cost(repeated(unit, 64 * KiB), 2)
      const large = cost(repeated(unit, 1024 * KiB), 1)
      return { unit, growth: large / Math.max(small, 500) }
    })
    // Sixteen times the text: twice that is slack for memory and noise, 256 would be quadratic.
    const worse = grown.filter(({ growth }) => growth > 16 * 2)
    assert.deepStrictEqual(worse, [])
  }, 300_000)
})
