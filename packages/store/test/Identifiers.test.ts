import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { countingIdentifiers, Identifiers } from "../src/index.ts"

describe("Identifiers", () => {
  it.effect(
    "makes keys of a prefix and 32 digits by chance, and plan ids of the digits alone",
    () =>
      Effect.gen(function* () {
        const { key, plan } = yield* Identifiers
        const keys = yield* Effect.replicateEffect(key("m_"), 100)
        for (const each of keys) assert.match(each, /^m_[0-9a-f]{32}$/)
        assert.strictEqual(new Set(keys).size, 100)
        assert.match(yield* plan, /^[0-9a-f]{32}$/)
      }),
  )

  it.effect("counts when told to, each time from its start", () =>
    Effect.gen(function* () {
      for (const source of [countingIdentifiers(14), countingIdentifiers(14)]) {
        assert.strictEqual(yield* source.key("m_"), `m_${"e".padStart(32, "0")}`)
        assert.strictEqual(yield* source.plan, "f".padStart(32, "0"))
        assert.strictEqual(yield* source.plan, "10".padStart(32, "0"))
      }
    }),
  )
})
