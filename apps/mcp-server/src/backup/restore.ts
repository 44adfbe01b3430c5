/**
 * Brings a backup into a store that is absent or empty, its index with it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { Backup, layer, readManifest } from "reminisce"
import type { Place } from "../Command.ts"
import { say } from "../preflight.ts"
import { count, makeProgress, runOver } from "./runOver.ts"

export const restore = (
  place: Place & { readonly directory: string; readonly onSecret: "refuse" | "hold" },
): Promise<number> =>
  runOver(
    place,
    Effect.gen(function* () {
      // Before a file is made. The backup's own schema brings a host's types, or an older version.
      const { schema } = yield* readManifest(place.directory)
      return yield* Effect.gen(function* () {
        const { restore: bringBack } = yield* Backup
        const { manifest, held } = yield* bringBack(place.directory, {
          onSecret: place.onSecret,
          progress: makeProgress("restored"),
        })
        say(
          `restored ${manifest.owners} owners, ${count(manifest.records)} records and ${count(manifest.links)} links into ${place.filename}`,
        )
        if (held > 0) say(`${held} memories hold what looks like a credential and are held`)
        say("repeat every withdrawal made since this backup was taken")
        return 0
      }).pipe(Effect.provide(layer({ filename: place.filename, schema })))
    }),
  )
