import { suite } from "@reminisce/store-conformance"
import { StoreTypeDb } from "@reminisce/store-typedb"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { losingProxy } from "./losingProxy.ts"
import { openStore } from "./openStore.ts"
import { optionsFor } from "./options.ts"
import { freshDatabase, withServer } from "./server.ts"

withServer("store-typedb", (address) => {
  suite({
    name: "store-typedb",
    layer: openStore,
    capabilities: {
      transactionalPages: false,
      physicalErasure: false,
      hostTypes: true,
      persistent: true,
      maxPlanBytes: 8 * 1024 * 1024,
    },
    place: freshDatabase(address),
    processes: new URL("./openStore.ts", import.meta.url),
    losing: ({ place, schema }) =>
      Layer.unwrap(
        Effect.map(losingProxy(address), (proxied) =>
          StoreTypeDb.layer({ ...optionsFor(proxied, place), schema }),
        ),
      ),
  })
})
