// One store of many: each owner in the place that keeps it.
// Verifies: LM-19
import { MemoryStore, type Owner, StoreAdmin, StoreRouter } from "@reminisce/store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Opening, suite } from "../src/index.ts"

const one = ({ schema, keepChanges }: Opening) =>
  MemoryStore.layerMemory(schema, keepChanges === undefined ? {} : { keepChanges }).pipe(
    Layer.fresh,
    Layer.build,
    Effect.map((built) => ({
      store: Context.get(built, MemoryStore),
      admin: Context.get(built, StoreAdmin),
    })),
  )

suite({
  name: "a router over two stores",
  layer: (opening) =>
    Layer.unwrap(
      Effect.gen(function* () {
        const [left, right] = [yield* one(opening), yield* one(opening)]
        const route = ({ kind, name }: Owner) => ((kind + name).length % 2 === 0 ? left : right)
        return StoreRouter.layer({ schema: opening.schema, stores: [left, right], route })
      }),
    ),
  capabilities: {
    transactionalPages: true,
    physicalErasure: false,
    hostTypes: true,
    persistent: false,
    maxPlanBytes: 256 * 1024 * 1024,
  },
  runs: 20,
})
