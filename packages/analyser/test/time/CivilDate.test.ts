import { assert, describe, it } from "@effect/vitest"
import { addMonths, civilOfDay, dayOfCivil, isCivil, weekdayOf } from "../../src/time/CivilDate.ts"
import { integer } from "../arbitraries.ts"

const anyDay = integer(-1_000_000, 3_000_000)
const millisPerDay = 86_400_000

describe("CivilDate", () => {
  it.prop("is what the platform's calendar says", [anyDay], ([day]) => {
    const date = new Date(day * millisPerDay)
    assert.deepStrictEqual(civilOfDay(day), {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
    })
    assert.strictEqual(weekdayOf(day), (date.getUTCDay() + 6) % 7)
  })

  it.prop("is the day it came from", [anyDay], ([day]) => {
    assert.strictEqual(dayOfCivil(civilOfDay(day)), day)
    assert.isTrue(isCivil(civilOfDay(day)))
  })

  it("does not exist on 30 February, or on 29 February of a common year", () => {
    assert.isFalse(isCivil({ year: 2024, month: 2, day: 30 }))
    assert.isTrue(isCivil({ year: 2024, month: 2, day: 29 }))
    assert.isFalse(isCivil({ year: 2023, month: 2, day: 29 }))
    assert.isFalse(isCivil({ year: 2023, month: 13, day: 1 }))
    assert.isFalse(isCivil({ year: 2023, month: 1, day: 0 }))
  })

  it("moves by months across years", () => {
    const january = { year: 2023, month: 1, day: 5 }
    assert.deepStrictEqual(addMonths(january, -1), { year: 2022, month: 12, day: 0 })
    assert.deepStrictEqual(addMonths(january, 12), { year: 2024, month: 1, day: 0 })
  })
})
