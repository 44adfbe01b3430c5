/**
 * How anyone, another process too, opens a store of this kind: a place is a namespace.
 *
 * @module
 */
import type { OpenStore } from "@reminisce/store-conformance"
import { StorePostgres } from "@reminisce/store-postgres"
import * as Redacted from "effect/Redacted"

export const openStore: OpenStore = ({ place, schema, keepChanges }) =>
  StorePostgres.layer({
    url: Redacted.make(process.env.REMINISCE_POSTGRES_URL ?? ""),
    namespace: place,
    schema,
    maxSessions: 4,
    ...(keepChanges === undefined ? {} : { keepChanges }),
  })
