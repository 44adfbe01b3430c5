import { MemoryStore } from "@reminisce/store"
import { suite } from "../src/index.ts"

suite({
  name: "layerMemory",
  layer: ({ schema, keepChanges }) =>
    MemoryStore.layerMemory(schema, keepChanges === undefined ? {} : { keepChanges }),
  capabilities: {
    transactionalPages: true,
    physicalErasure: false,
    hostTypes: true,
    persistent: false,
    maxPlanBytes: 256 * 1024 * 1024,
  },
})
