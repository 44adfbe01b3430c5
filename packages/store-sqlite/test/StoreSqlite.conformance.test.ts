import { suite } from "@reminisce/store-conformance"
import { openStore } from "./openStore.ts"

suite({
  name: "store-sqlite",
  layer: openStore,
  capabilities: {
    transactionalPages: true,
    physicalErasure: true,
    hostTypes: true,
    persistent: true,
    maxPlanBytes: 256 * 1_024 * 1_024,
  },
  processes: new URL("./openStore.ts", import.meta.url),
})
