// Verifies: LM-09
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Guard, Samples } from "../src/index.ts"
import { contactEngine } from "./support/contactEngine.ts"

const content = (text: string) => ({ field: "content", text })
const subject = { field: "subjects[0].ref", text: "person-1" }
const hold = Guard.layerWith({ engines: [contactEngine], severity: { "contact-data": "hold" } })

describe("a policy for personal data, as a host adds it", () => {
  it.effect("holds what personal data a write has without a subject", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const held = { held: ["contact-data"] }
      assert.deepStrictEqual(yield* guard.check([content("Write to ana@gate.example.")]), held)
      assert.deepStrictEqual(yield* guard.check([content("Call +44 20 7946 0000.")]), held)
      assert.strictEqual(yield* guard.check([content("Ana is at the gate at six.")]), "clear")
    }).pipe(Effect.provide(hold)),
  )

  it.effect("lets it pass where the write names whom it is about", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const fields = [content("Write to ana@gate.example."), subject]
      assert.strictEqual(yield* guard.check(fields), "clear")
    }).pipe(Effect.provide(hold)),
  )

  it.effect("does not weaken the guard, and refuses where the host says so", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const key = Samples.renderTemplate("ghp_<A36>", 1)
      const refused = yield* Effect.flip(
        guard.check([content(`ana@gate.example has ${key}`), subject]),
      )
      assert.deepStrictEqual(refused.families, ["github"])
      const both = yield* Effect.flip(guard.check([content(`ana@gate.example has ${key}`)]))
      assert.deepStrictEqual(both.families, ["contact-data", "github"])
    }).pipe(Effect.provide(Guard.layerWith({ engines: [contactEngine] }))),
  )

  it("is off unless a host asks for it", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const verdict = yield* guard.check([content("Write to ana@gate.example.")])
      assert.strictEqual(verdict, "clear")
    }).pipe(Effect.provide(Guard.layer), Effect.runPromise))
})
