// Verifies: LM-09
import { assert, describe, it } from "@effect/vitest"
import { Guard, type GuardField } from "@reminisce/guard"
import { type PersonalDataOptions, personalDataEngine } from "@reminisce/guard-personal"
import * as Effect from "effect/Effect"

const familiesIn = (text: string, options?: PersonalDataOptions) =>
  Effect.map(personalDataEngine(options).scan([{ field: "content", text }]), (found) =>
    found.map(({ family }) => family),
  )

const about: GuardField = { field: "subjects[0].ref", text: "person-1" }

describe("personal data", () => {
  it.effect.each([
    ["write to ana.ruiz+gate@harbour-office.net.", ["mail-address"]],
    ["(mailto:per@fährhaus.de)", ["mail-address"]],
    ["call +49 30 901820, or +1 (415) 555-2671", ["telephone-number"]],
    ["the card is 4111 1111 1111 1111", ["payment-card"]],
    ["5500-0055-5555-5559 until March", ["payment-card"]],
    ["to DE89 3704 0044 0532 0130 00 please", ["bank-account"]],
    ["GB82WEST12345698765432", ["bank-account"]],
    [
      "per@ferry.no, +47 22 24 90 90, NO93 8601 1117 947",
      ["bank-account", "mail-address", "telephone-number"],
    ],
  ] as const)("is found in %s", ([text, families]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* familiesIn(text), [...families])
    }),
  )

  it.effect.each([
    "order 4021 7733 1290 was late",
    "4111 1111 1111 1112",
    "DE89 3704 0044 0532 0130 01",
    "2026-11-30T04:45:12+01:00",
    "+1 +2 +3",
    "v1.2.3+20260101120000",
    "ISBN 978-3-16-148410-0",
    "030 901820",
    "npm install @reminisce/guard@1.2.3",
    "user@example.com and root@localhost",
    "git@",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "5d41402abc4b2a76b9719d911017c592",
    "AB12 walks into a bar",
  ])("is not seen in %s", (text) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* familiesIn(text), [])
    }),
  )

  it.effect("has telephone numbers without country code only where a country is named", () =>
    Effect.gen(function* () {
      const text = "call 030 901820"
      assert.deepStrictEqual(yield* familiesIn(text, { countries: ["DE"] }), ["telephone-number"])
      assert.deepStrictEqual(yield* familiesIn(text, { countries: ["FR"] }), [])
    }),
  )

  it.effect("passes in a write that names a subject, unless the host looks there as well", () =>
    Effect.gen(function* () {
      const fields = [{ field: "content", text: "per@ferry.no" }, about]
      assert.deepStrictEqual(yield* personalDataEngine().scan(fields), [])
      const found = yield* personalDataEngine({ alsoWithSubject: true }).scan(fields)
      assert.deepStrictEqual(found, [{ index: 0, family: "mail-address" }])
    }),
  )

  it.effect("is refused or held by the guard's own policy, and off without the engine", () =>
    Effect.gen(function* () {
      const fields = [{ field: "content", text: "per@ferry.no" }]
      const check = Effect.flatMap(Guard, (guard) => guard.check(fields))
      assert.strictEqual(yield* Effect.provide(check, Guard.layer), "clear")
      const engines = [personalDataEngine()]
      const error = yield* Effect.flip(Effect.provide(check, Guard.layerWith({ engines })))
      assert.deepInclude({ ...error }, { field: "content", families: ["mail-address"] })
      const severity = { "mail-address": "hold" } as const
      const held = yield* Effect.provide(check, Guard.layerWith({ engines, severity }))
      assert.deepStrictEqual(held, { held: ["mail-address"] })
    }),
  )

  it("names its settings in the version of the guard", () => {
    const versions = [{}, { alsoWithSubject: true }, { countries: ["DE" as const] }].map(
      (options) => personalDataEngine(options).version,
    )
    assert.strictEqual(new Set(versions).size, 3)
  })

  it.effect("judges no more candidates than a text can hold, however it repeats", () =>
    Effect.gen(function* () {
      const { candidatesIn } = yield* Effect.promise(() => import("../src/candidatesIn.ts"))
      const families = ["mail-address", "telephone-number", "payment-card", "bank-account"] as const
      for (const unit of ["a@", "@", "+1", "1", "1 ", "(", "+1 (", "DE89", "DE89 ", "A", "é@a."]) {
        const text = unit.repeat(20_000)
        for (const family of families) {
          const size = candidatesIn(family, text).reduce((sum, each) => sum + each.length, 0)
          assert.isAtMost(size, 3 * text.length, `${family} in ${unit}`)
        }
      }
    }),
  )
})
