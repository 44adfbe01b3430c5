// Verifies: GU-04
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

interface Growth {
  readonly tried: number
  readonly slack: number
  readonly costliest: ReadonlyArray<{ readonly unit: string; readonly growth: number }>
}

const measure = (): Growth =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        "--conditions=@reminisce/source",
        fileURLToPath(new URL("support/growth.ts", import.meta.url)),
      ],
      { encoding: "utf8" },
    ),
  )

describe("the time of a scan", () => {
  it("grows no worse than linearly on the costliest of four thousand hostile texts", () => {
    const { costliest, slack, tried } = measure()
    assert.isAtLeast(tried, 4000)
    assert.isAtLeast(costliest.length, 8)
    // One text of 1 MiB against sixteen of 64 KiB: 1 is linear, 16 would be quadratic.
    const worse = costliest.filter(({ growth }) => !(growth <= slack))
    assert.deepStrictEqual(worse, [])
  }, 300_000)
})
