/**
 * How the commands over a whole store open it, whatever it is: with its own schema, or while work on it
 * is under way.
 *
 * @module
 */
import { StoreSqlite } from "reminisce"
import type { Environment } from "../Command.ts"
import { absentFile } from "../preflight.ts"
import type { StoreAddress } from "../stores/StoreAddress.ts"
import type { StoreLayer, StoreOpening } from "../stores/serverStore.ts"

/** Where the store is, and what its server asks for. */
export interface WholeStore {
  readonly store: StoreAddress
  readonly environment: Environment
}

/** Or a sentence that says why it may not be opened and what helps. */
export const storeOpener = async (
  { environment, store }: WholeStore,
  create: boolean,
): Promise<((opening: StoreOpening) => StoreLayer) | string> => {
  if (store.kind === "sqlite") {
    const { filename } = store
    return (
      absentFile(filename, create) ?? ((opening) => StoreSqlite.layer({ filename, ...opening }))
    )
  }
  const { serverStore } = await import("../stores/serverStore.ts")
  const opened = await serverStore(store, environment, create)
  return opened.ok ? opened.open : opened.sentence
}
