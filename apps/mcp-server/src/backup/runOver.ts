/**
 * How the commands over a whole store run: its services, progress on standard error, and one sentence
 * for whatever went wrong. Exit status 1: it did not happen. 3: the store is busy, try again.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { Invalid, type Manifest, StoreError } from "reminisce"
import type { Place } from "../Command.ts"
import { openFault, say, storeFault } from "../preflight.ts"
import { numbered } from "../show.ts"
import type { StoreAddress } from "../stores/StoreAddress.ts"

const BUSY = 3

/** A refusal of these commands: its message is a sentence and names no stored words. */
interface Refusal {
  readonly _tag: string
  readonly message: string
}

/** The store is held by others, which says nothing about its health. */
const isBusy = (error: Refusal): boolean =>
  error instanceof StoreError &&
  (error.reason._tag === "Contended" ||
    error.reason._tag === "Moved" ||
    (error.reason._tag === "Unavailable" && error.reason.what === "busy"))

/** `store`: where it is not a file, other things help. */
export const runOver = (
  place: Place & { readonly store?: StoreAddress },
  command: Effect.Effect<number, Refusal>,
): Promise<number> =>
  Effect.runPromise(
    command.pipe(
      Effect.provide(Layer.succeed(Logger.LogToStderr, true)),
      Effect.catch((error) =>
        Effect.sync(() => {
          if (isBusy(error)) {
            say(`reminisce-mcp: ${place.filename} is busy; nothing is wrong with it, try again`)
            return BUSY
          }
          const isOpening = error instanceof StoreError || error instanceof Invalid
          say(`reminisce-mcp: ${isOpening ? faultOf(place, error) : error.message}`)
          return 1
        }),
      ),
    ),
  )

const faultOf = (
  { store, ...place }: Place & { readonly store?: StoreAddress },
  error: StoreError | Invalid,
): string => (store === undefined ? openFault(place, error) : storeFault(place, store, error))

/** Says how far the command is, each time so many rows are done. */
export const makeProgress = (what: string, every = 50_000, things = "rows") => {
  let rows = 0
  let told = 0
  return (more: number): Effect.Effect<void> =>
    Effect.sync(() => {
      rows += more
      if (rows - told < every) return
      told = rows
      say(`${what} ${rows} ${things}`)
    })
}

/** How much a backup holds. */
export const told = ({ links, owners, records }: Manifest): string =>
  `${numbered(owners, "owner")}, ${numbered(count(records), "record")} and ${numbered(count(links), "link")}`

const count = (counts: { readonly [type: string]: number }): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0)
