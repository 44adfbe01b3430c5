import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Guard, Samples } from "../src/index.ts"
import { secretlintEngine } from "./support/secretlintEngine.ts"

const key = Samples.renderTemplate("ghp_<A36>", 1)
const fields = [
  { field: "content", text: "The north gate opens at dawn." },
  { field: "facets[0]", text: `note=${key}` },
]

describe("secretlint as a second engine", () => {
  it.effect("finds what it knows, field by field", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* secretlintEngine.scan(fields), [
        { index: 1, family: "secretlint-github" },
      ])
    }),
  )

  it.effect("is named beside the table, and in the version", () =>
    Effect.gen(function* () {
      const guard = yield* Guard
      const refused = yield* Effect.flip(guard.check(fields))
      assert.strictEqual(refused.field, "facets[0]")
      assert.deepStrictEqual(refused.families, ["github", "secretlint-github"])
      assert.strictEqual(yield* guard.check(fields.slice(0, 1)), "clear")
      const alone = yield* Effect.provide(Guard, Guard.layer, { local: true })
      assert.notStrictEqual(guard.version, alone.version)
    }).pipe(Effect.provide(Guard.layerWith({ engines: [secretlintEngine] }))),
  )
})
