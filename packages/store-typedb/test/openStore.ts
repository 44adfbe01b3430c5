/**
 * How anyone, another process too, opens a store of this kind: a place is a database.
 *
 * @module
 */
import type { OpenStore } from "@reminisce/store-conformance"
import { StoreTypeDb } from "@reminisce/store-typedb"
import { optionsFor, serverAddress } from "./options.ts"

export const openStore: OpenStore = ({ place, schema, keepChanges }) =>
  StoreTypeDb.layer({
    ...optionsFor(serverAddress ?? "", place),
    schema,
    ...(keepChanges === undefined ? {} : { keepChanges }),
  })
