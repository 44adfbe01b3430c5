/**
 * Writes everything a store holds to a directory, whatever its version.
 *
 * @module
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Backup, formatInstant, Guard, StoreSqlite } from "reminisce"
import type { Place } from "../Command.ts"
import { absentStore, say } from "../preflight.ts"
import { count, makeProgress, runOver } from "./runOver.ts"

export const backUp = (place: Place & { readonly directory: string }): Promise<number> => {
  const absent = absentStore(place, false)
  if (absent !== undefined) {
    say(`reminisce-mcp: ${absent}`)
    return Promise.resolve(1)
  }
  const stored = StoreSqlite.layer({ filename: place.filename, schema: "stored" })
  const layer = Backup.layer.pipe(Layer.provide(stored), Layer.provide(Guard.layer))
  return runOver(
    place,
    Effect.gen(function* () {
      const { backup } = yield* Backup
      const { at, manifest } = yield* backup(place.directory, {
        progress: makeProgress("backed up"),
      })
      say(
        `backed up ${manifest.owners} owners, ${count(manifest.records)} records and ${count(manifest.links)} links, as of ${formatInstant(at)}, to ${resolve(place.directory)}`,
      )
      return 0
    }).pipe(Effect.provide(layer)),
  )
}
