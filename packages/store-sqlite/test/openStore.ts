/**
 * How the conformance suite, and the processes it starts, open a store of this kind.
 *
 * @module
 */
import type { OpenStore } from "@reminisce/store-conformance"
import { StoreSqlite } from "../src/index.ts"

export const openStore: OpenStore = ({ place, schema, keepChanges }) =>
  StoreSqlite.layer({ filename: `${place}/memories.db`, schema, keepChanges })
