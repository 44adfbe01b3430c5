// Verifies: ME-02

import { assert, describe, it } from "@effect/vitest"
import {
  civilFromDays,
  daysFromCivil,
  formatInstant,
  INSTANT_MAX,
  parseInstant,
} from "@reminisce/schema"
import * as fc from "fast-check"

const instant = fc.integer({ min: -INSTANT_MAX, max: INSTANT_MAX })

describe("instants", () => {
  it("are written as JavaScript's dates write them", () => {
    fc.assert(
      fc.property(instant, (at) => {
        assert.strictEqual(formatInstant(at), new Date(at).toISOString())
      }),
    )
  })
  it("read back as they were written, within four-digit years", () => {
    const within = fc.integer({ min: Date.UTC(0), max: Date.UTC(9999, 11, 31) })
    fc.assert(
      fc.property(within, (at) => {
        assert.deepStrictEqual(parseInstant(formatInstant(at)), { at })
      }),
    )
  })
  it("take a zone's offset off", () => {
    assert.deepStrictEqual(parseInstant("2026-03-02T08:00:00+05:30"), {
      at: Date.UTC(2026, 2, 2, 2, 30),
    })
    assert.deepStrictEqual(parseInstant("2026-03-02 08:00:00-00:30"), {
      at: Date.UTC(2026, 2, 2, 8, 30),
    })
  })
  it("cut what is finer than a millisecond", () => {
    assert.deepStrictEqual(parseInstant("1970-01-01T00:00:00.123999999Z"), { at: 123 })
  })
  const refused: ReadonlyArray<readonly [string | number, string]> = [
    ["2026-03-02T08:00:00", "instant-without-zone"],
    ["2026-03-02", "instant"],
    ["2026-02-29T08:00:00Z", "no-such-day"],
    ["2100-02-29T08:00:00Z", "no-such-day"],
    ["2026-13-01T08:00:00Z", "no-such-day"],
    ["2026-00-01T08:00:00Z", "no-such-day"],
    ["2026-03-02T24:00:00Z", "no-such-time"],
    ["2026-03-02T23:60:00Z", "no-such-time"],
    ["2026-03-02T08:00:00+19:00", "no-such-zone"],
    ["0x10", "instant"],
    [" 2026-03-02T08:00:00Z", "instant"],
    ["2026-03-02T08:00:00Z".repeat(1_000), "instant"],
    [Number.NaN, "instant"],
    [0.5, "instant"],
    [-0, "instant"],
    [INSTANT_MAX + 1, "instant-out-of-range"],
  ]
  for (const [input, rule] of refused) {
    it(`refuse ${String(input).slice(0, 30)} by rule`, () => {
      assert.deepStrictEqual(parseInstant(input), { rule })
    })
  }
  it("accept the leap day of a leap century", () => {
    assert.property(parseInstant("2000-02-29T00:00:00Z"), "at")
  })
  it("count days both ways", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (days) => {
        assert.strictEqual(daysFromCivil(...civilFromDays(days)), days)
      }),
    )
  })
})
