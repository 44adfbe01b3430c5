import { describe, it } from "@effect/vitest"
import { MemoryStore, type StoreCapabilities } from "@reminisce/store"
import { checksFor, type SuiteOptions, suite } from "../src/index.ts"
import { losing } from "./support/losing.ts"
import { paper, paperCapabilities } from "./support/paper.ts"
import { placed, placedCapabilities } from "./support/placed.ts"

const without = (claims: Partial<StoreCapabilities>): StoreCapabilities => ({
  transactionalPages: true,
  physicalErasure: false,
  hostTypes: true,
  persistent: false,
  maxPlanBytes: 1024 * 1024,
  ...claims,
})

const noPages = without({ transactionalPages: false })
suite({
  name: "a store without pages, of small plans",
  layer: ({ schema, keepChanges }) =>
    MemoryStore.layerMemory(schema, {
      capabilities: noPages,
      ...(keepChanges === undefined ? {} : { keepChanges }),
    }),
  capabilities: noPages,
  runs: 20,
})

suite({
  name: "a store that can erase its bytes, behind a network",
  layer: paper(),
  capabilities: paperCapabilities,
  losing: losing(),
  runs: 20,
})

/** All but the other processes, which a store in memory cannot have. */
const placedSuite = (name: string, capabilities: StoreCapabilities): void => {
  const store: SuiteOptions = {
    name,
    capabilities,
    processes: new URL("./support/nowhere.ts", import.meta.url),
    runs: 20,
    layer: placed(
      capabilities,
      (place) =>
        ({ schema, keepChanges }) =>
          MemoryStore.layerMemory(schema, {
            place,
            capabilities,
            ...(keepChanges === undefined ? {} : { keepChanges }),
          }),
    ),
  }
  describe(`${name} conforms`, () => {
    for (const { group, name, run } of checksFor(store)) {
      if (group !== "processes") it.live(`${group} ${name}`, () => run(store))
    }
  })
}

placedSuite("a store that outlives its layer", placedCapabilities)
placedSuite("a store that takes no types afterwards", { ...placedCapabilities, hostTypes: false })
