/**
 * Makes the store, or checks the one that is there, and stops.
 *
 * @module
 */
import { mkdirSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Place } from "./Command.ts"
import { say, storeFault } from "./preflight.ts"
import { type MemoryPlace, memoryLayer } from "./stores/memoryLayer.ts"

export type InitialiseOptions = Place & MemoryPlace

export const initialise = async (options: InitialiseOptions): Promise<number> => {
  const { filename, sealing, store } = options
  // This user's alone.
  if (sealing !== undefined) mkdirSync(sealing.keys, { recursive: true, mode: 0o700 })
  const memory = await memoryLayer(options, true)
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
