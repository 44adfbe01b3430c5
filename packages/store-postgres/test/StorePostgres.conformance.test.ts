import { suite } from "@reminisce/store-conformance"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { losingProxy } from "./losingProxy.ts"
import { openStore } from "./openStore.ts"
import { freshNamespace, redacted, withServer } from "./server.ts"

withServer("store-postgres", (url) => {
  suite({
    name: "store-postgres",
    layer: openStore,
    capabilities: {
      transactionalPages: true,
      physicalErasure: false,
      hostTypes: true,
      persistent: true,
      maxPlanBytes: 64 * 1024 * 1024,
    },
    place: freshNamespace(url),
    runs: 30,
    processes: new URL("./openStore.ts", import.meta.url),
    losing: ({ place, schema }) =>
      Layer.unwrap(
        Effect.map(losingProxy(url), (proxied) =>
          StorePostgres.layer({ url: redacted(proxied), namespace: place, schema }),
        ),
      ),
  })
})
