// The names a host gives its own types are written into the store: they are a door like any other.
// Verifies: GU-11
import { assert, describe, it } from "@effect/vitest"
import { Guard } from "@reminisce/guard"
import { guardSchema, Lifecycle } from "@reminisce/lifecycle"
import { Invalid, memorySchema } from "@reminisce/schema"
import { extendSchema, MemoryStore, type StoreSchema } from "@reminisce/store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { wordGuard } from "./support/world.ts"

const text = { kind: "text", cardinality: "optional" } as const
const withAttribute = (name: string): StoreSchema =>
  extendSchema(memorySchema, { records: { badge: { attributes: { [name]: text } } } })

const judged = (schema: StoreSchema, guard: Layer.Layer<Guard> = wordGuard) =>
  Effect.flatMap(Guard, (service) => guardSchema(service, schema)).pipe(Effect.provide(guard))

describe("names of a host's own types", () => {
  it.effect("are refused by the field and the family, without the name", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(judged(withAttribute("xSECRETx")))
      assert.deepStrictEqual(
        refused,
        new Invalid({
          field: "schema",
          rule: "no name may hold what looks like a credential (word)",
        }),
      )
    }),
  )
  it.effect("are refused as well where the guard would only hold them", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(judged(withAttribute("xDOUBTx")))
      assert.strictEqual(refused.field, "schema")
    }),
  )
  it.effect("pass when they are names, and so do the library's own", () =>
    Effect.gen(function* () {
      yield* judged(withAttribute("colour"))
      yield* judged(memorySchema)
      yield* judged(withAttribute("colour"), Guard.layer)
    }),
  )
  it.effect("stop the write path before anything is written", () =>
    Effect.gen(function* () {
      const built = Lifecycle.layer.pipe(
        Layer.provide(Layer.merge(MemoryStore.layerMemory(withAttribute("xSECRETx")), wordGuard)),
      )
      const refused = yield* Effect.flip(Effect.scoped(Layer.build(built)))
      assert.strictEqual(refused.field, "schema")
    }),
  )
})
