/**
 * Makes the index of recall anew, for every owner.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { formatOwner, type Owner, Recall, StoreAdmin } from "reminisce"
import type { Place } from "../Command.ts"
import { say } from "../preflight.ts"
import { memoryLayer } from "../stores/memoryLayer.ts"
import type { WholeStore } from "./openStore.ts"
import { runOver } from "./runOver.ts"

const PAGE = 1_000

export const reindex = async (place: Place & WholeStore): Promise<number> => {
  const layer = await memoryLayer({ ...place, sealing: undefined }, false)
  if (typeof layer === "string") {
    say(`reminisce-mcp: ${layer}`)
    return 1
  }
  return runOver(
    place,
    Effect.gen(function* () {
      const admin = yield* StoreAdmin
      const recall = yield* Recall
      let done = 0
      for (let after: Owner | undefined; ; ) {
        const owners = yield* admin.owners({
          ...(after === undefined ? {} : { after }),
          limit: PAGE,
        })
        for (const owner of owners) {
          yield* recall.reindex(owner)
          done++
          if (done % 100 === 0) say(`reindexed ${done} owners, the last ${formatOwner(owner)}`)
        }
        after = owners.at(-1)
        if (owners.length < PAGE) break
      }
      say(`reindexed ${done} owners`)
      return 0
    }).pipe(Effect.provide(layer)),
  )
}
