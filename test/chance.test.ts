// What a change must pass draws the same cases every time.
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const isSeeded = Boolean(process.env.CI || process.env.REMINISCE_SEED)

const draw = (): ReadonlyArray<unknown> => [Math.random(), Math.random(), fc.sample(fc.string(), 9)]

describe.runIf(isSeeded)("chance in tests", () => {
  const first: Array<unknown> = []
  const second: Array<unknown> = []

  describe("once", () => it("is drawn", () => void first.push(...draw())))
  describe("again", () => it("is drawn", () => void second.push(...draw())))

  it("is the same for a test whatever ran before it", () => {
    assert.lengthOf(first, 3)
    assert.deepStrictEqual(second, first)
    assert.notStrictEqual(first[0], first[1])
    assert.isTrue(Number.isSafeInteger(fc.readConfigureGlobal()?.seed))
  })
})
