/**
 * Makes the store, or checks the one that is there, and stops.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Environment, Place } from "./Command.ts"
import { say, storeFault } from "./preflight.ts"
import { memoryLayer } from "./stores/memoryLayer.ts"
import type { StoreAddress } from "./stores/StoreAddress.ts"

export interface InitialiseOptions extends Place {
  readonly store: StoreAddress
  readonly environment: Environment
}

export const initialise = async (options: InitialiseOptions): Promise<number> => {
  const { environment, filename, store } = options
  const memory = await memoryLayer(store, environment, true)
  if (typeof memory === "string") {
    say(`reminisce-mcp: ${memory}`)
    return 1
  }
  return Effect.runPromise(
    Effect.scoped(Layer.build(memory)).pipe(
      Effect.map(() => {
        say(`reminisce-mcp: the store is ready in ${filename}`)
        return 0
      }),
      Effect.catch((error) =>
        Effect.sync(() => {
          say(`reminisce-mcp: ${storeFault(options, store, error)}`)
          return 1
        }),
      ),
    ),
  )
}
